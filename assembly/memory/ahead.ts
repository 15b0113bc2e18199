// What is wanted soon is read a few records ahead: a processor has many reads of memory under way at once, but does not see as far as the next
// record while it works on one. What is read is of no matter.
const SEEN: usize = scratch<u32>();

/** Bytes of a line of cache. */
const LINE: usize = 64;

/** Reads the lines from `from` to `to` bytes behind an address. */
export function readAhead(at: usize, from: usize, to: usize): void {
  let seen: u32 = 0;
  for (let k = from; k < to; k += LINE) seen ^= load<u32>(at + k);
  store<u32>(SEEN, seen);
}
