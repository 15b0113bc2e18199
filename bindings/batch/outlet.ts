// Outcomes between those who bring them and the one who takes them.

export class Outlet<Item> {
  private readonly items: Item[] = [];
  private wakeTaker: (() => void) | null = null;
  private readonly waiting: (() => void)[] = [];
  private isClosed = false;
  private error: unknown;
  private hasError = false;

  /** `room`: items that may lie here before those who bring more have to wait. */
  constructor(readonly room: number) {}

  put(item: Item): void {
    this.items.push(item);
    this.wake();
  }

  /** Resolves when there is room for more. */
  async hasRoom(): Promise<void> {
    while (this.items.length >= this.room && !this.isClosed) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** There will be no more; what lies here can still be taken. */
  close(): void {
    this.isClosed = true;
    this.wake();
    this.letIn();
  }
  /** The same, and then it throws. */
  fail(error: unknown): void {
    if (!this.hasError) this.error = error;
    this.hasError = true;
    this.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for (;;) {
      while (this.items.length > 0) {
        const item = this.items.shift()!;
        if (this.items.length < this.room) this.letIn();
        yield item;
      }
      if (this.isClosed) break;
      await new Promise<void>((resolve) => {
        this.wakeTaker = resolve;
      });
    }
    if (this.hasError) throw this.error;
  }

  private wake(): void {
    this.wakeTaker?.();
    this.wakeTaker = null;
  }

  private letIn(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
