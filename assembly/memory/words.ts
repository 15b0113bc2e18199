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
