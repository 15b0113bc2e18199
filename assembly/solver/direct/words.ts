// Lists of words.

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
