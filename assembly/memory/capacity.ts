/** Pools with more slots grow by less at a time. */
const MANY: u32 = 1 << 18;

/** Room to grow ahead of need: slots to make room for where there are `have`. */
export function grownCapacity(have: u32, wanted: u32): u32 {
  const grown = max<u32>(wanted, max<u32>(have + (have > MANY ? have >> 3 : have >> 1), 64));
  return (grown + 3) & ~3;
}
