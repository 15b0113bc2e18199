// Records into another order, by a word for each that says where it goes.
import { setWord, wordAt } from '../../memory/words';

/** Not a place in an order. */
const NONE: u32 = 0xffffffff;

/** So many records have no place yet. */
export function clearPlaces(places: usize, count: u32): void {
  memory.fill(places, 0xff, (<usize>count) << 2);
}

export function hasPlace(places: usize, index: u32): bool {
  return wordAt(places, index) != NONE;
}

/** Gives those that have no place the ones from the first on. */
export function placeRest(places: usize, count: u32, first: u32): void {
  let next = first;
  for (let index: u32 = 0; index < count; index++) if (!hasPlace(places, index)) setWord(places, index, next++);
}

/** Takes records to their places, one cycle of them after the other, and others that belong to them as well; `places` are in order then. */
export function permute(places: usize, count: u32, records: usize, bytes: usize, others: usize, otherBytes: usize): void {
  for (let index: u32 = 0; index < count; index++) {
    for (let place = wordAt(places, index); place != index; ) {
      swap(records + <usize>index * bytes, records + <usize>place * bytes, bytes);
      swap(others + <usize>index * otherBytes, others + <usize>place * otherBytes, otherBytes);
      const following = wordAt(places, place);
      setWord(places, place, place);
      place = following;
    }
  }
}

/** Exchanges so many bytes, whole numbers of eight. */
function swap(a: usize, b: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 8) {
    const kept = load<u64>(a + k);
    store<u64>(a + k, load<u64>(b + k));
    store<u64>(b + k, kept);
  }
}
