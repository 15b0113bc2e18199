/** Pools with more slots grow by a quarter instead of a half; and those with more than this by an eighth. */
const SOME: u32 = 1 << 12;
const MANY: u32 = 1 << 15;

/** Room to grow ahead of need: slots to make room for where there are `have`. */
export function grownCapacity(have: u32, wanted: u32): u32 {
  const more = have > MANY ? have >> 3 : have > SOME ? have >> 2 : have >> 1;
  const grown = max<u32>(wanted, max<u32>(have + more, 64));
  return (grown + 3) & ~3;
}
