/** Copies memory, 8 bytes at a time. What is short takes less time so than by memory.copy, which is a call to the engine. */
export function copyShort(to: usize, from: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 8) store<u64>(to + k, load<u64>(from + k));
}
