// Which groups meet: each in a group of the other's mask, and two of the groups not kept apart by the world's table.
import { theWorld } from '../../memory/arena';

/** Groups that at least one of the given groups meets. */
function metBy(groups: u32): u32 {
  const table = <usize>theWorld().groupTable;
  if (!table) return 0xffffffff;
  let met: u32 = 0;
  for (let rest = groups; rest; rest &= rest - 1) met |= load<u32>(table + ((<usize>ctz<u32>(rest)) << 2));
  return met;
}

export function groupsMeet(groupA: u32, maskA: u32, groupB: u32, maskB: u32): bool {
  return (groupA & maskB) != 0 && (groupB & maskA) != 0 && (metBy(groupA) & groupB) != 0;
}
