// Lists of words, and short pieces of memory.

export function wordAt(list: usize, index: u32): u32 {
  return load<u32>(list + ((<usize>index) << 2));
}

export function setWord(list: usize, index: u32, value: u32): void {
  store<u32>(list + ((<usize>index) << 2), value);
}

/** Adds to a word; returns what it was. */
export function addWord(list: usize, index: u32, value: u32): u32 {
  const was = wordAt(list, index);
  setWord(list, index, was + value);
  return was;
}

/** Zeroes memory, 16 bytes at a time. What is short takes less time so than by memory.fill. */
export function clear(first: usize, bytes: usize): void {
  const zero = f64x2.splat(0);
  const end = first + bytes;
  for (let at = first; at < end; at += 16) v128.store(at, zero);
}

/** Copies a few words of eight bytes each; `memory.copy` is a call out of the kernels, which takes longer than that. */
export function copyFew(to: usize, from: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 8) store<u64>(to + k, load<u64>(from + k));
}
