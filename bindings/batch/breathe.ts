// Lets the thread take what has arrived for it.

type Immediate = (act: () => void) => void;

const channel: { resolve: (() => void)[]; port: MessagePort | null } = { resolve: [], port: null };

/** Resolves when messages that have arrived have been handled. */
export function breathe(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: Immediate };
  if (setImmediate) return new Promise((resolve) => setImmediate(resolve));
  // Browsers delay timers that follow each other by 4 ms.
  if (!channel.port) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => channel.resolve.shift()?.();
    channel.port = port2;
  }
  return new Promise((resolve) => {
    channel.resolve.push(resolve);
    channel.port!.postMessage(0);
  });
}
