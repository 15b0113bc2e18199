// What the page remembers from one visit to the next. A browser may forbid it; then nothing is remembered.

/** What was remembered under a name, null for nothing. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`holonomic ${name}`);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`holonomic ${name}`, value);
  } catch {
    // not allowed, or full
  }
}
