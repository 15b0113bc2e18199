// Pools at the end of the arena move together as some of them grow: what lies between them becomes one piece behind them. Only before a step looks for
// pairs, when nobody has the address of anything in them, and only those of which the address is in one place.
import { BLOCK_HEADER, CLASSES, classOf, END_OF_MEMORY, endOf, extend, listOf, roundUp, sizeOf, theWorld } from './arena';

const HEADER: usize = BLOCK_HEADER;

/** A pool that may be moved: the address of its address; bytes that last, and that there are to be. */
// @ts-ignore: decorator
@unmanaged
class Slider {
  field: usize;
  used: usize;
  size: usize;
}

const MOST: u32 = 8;
const SLIDERS: usize = scratch<Slider>(MOST);
/** Those of them behind which nothing else lies, in the order of addresses. */
const ORDER: usize = scratch<u32>(MOST);
const COUNT: usize = scratch<u32>();

function sliderAt(k: u32): Slider {
  return changetype<Slider>(SLIDERS + <usize>k * offsetof<Slider>());
}

function inOrder(k: u32): Slider {
  return sliderAt(load<u32>(ORDER + ((<usize>k) << 2)));
}

/** Begins a list of pools that may be moved. */
export function beginSliders(): void {
  store<u32>(COUNT, 0);
}

/** Adds a pool, whose address is in a field; its `used` bytes last, and there are to be `size` at least. */
export function addSlider(field: usize, used: usize, size: usize): void {
  const block = <usize>load<u32>(field);
  if (!block || classOf(sizeOf(block))) return;
  const count = load<u32>(COUNT);
  const slider = sliderAt(count);
  slider.field = field;
  slider.used = used;
  slider.size = max(roundUp(size), <usize>sizeOf(block));
  store<u32>(COUNT, count + 1);
}

/** Moves those of the pools together that nothing else lies behind, and makes them as large as they are to be, as far as there is memory. */
export function slide(): void {
  const world = theWorld();
  const before = <usize>world.arenaTop;
  let free = <usize>load<u32>(listOf(0));
  let floor = <usize>world.freeBlocks + ((<usize>CLASSES) << 2);
  let count: u32 = 0;
  let end = <u64>floor;
  for (let block = floor + HEADER; block < before; block = endOf(block) + HEADER) {
    const number = sliderOf(block);
    if (block == free) free = <usize>load<u32>(block);
    else if (number) {
      store<u32>(ORDER + ((<usize>count) << 2), number - 1);
      count++;
      end += <u64>(HEADER + sliderAt(number - 1).size);
    } else {
      floor = endOf(block);
      end = floor;
      count = 0;
    }
  }
  if (!count || end >= <u64>END_OF_MEMORY || (end > <u64>before && !extend(before, <usize>end - before))) return;
  dropFree(floor);
  moveDown(count, floor);
  moveUp(count, <usize>end);
  if (end >= <u64>before) return;
  memory.fill(<usize>end, 0, before - <usize>end);
  world.arenaTop = <u32>end;
}

/** The number of a block's pool plus one; 0 if it is none. */
function sliderOf(block: usize): u32 {
  let k = load<u32>(COUNT);
  while (k && <usize>load<u32>(sliderAt(k - 1).field) != block) k--;
  return k;
}

/** Forgets the free large blocks behind an address. */
function dropFree(floor: usize): void {
  let link = listOf(0);
  while (load<u32>(link) && <usize>load<u32>(link) < floor) link = <usize>load<u32>(link);
  store<u32>(link, 0);
}

/** Moves pools down as far as they go, so that none is in the way of another. */
function moveDown(count: u32, floor: usize): void {
  let to = floor + HEADER;
  for (let k: u32 = 0; k < count; k++) {
    const slider = inOrder(k);
    memory.copy(to, load<u32>(slider.field), slider.used);
    store<u32>(slider.field, <u32>to);
    to += slider.used + HEADER;
  }
}

/** Moves pools up to where they are going to be, the last one first. */
function moveUp(count: u32, end: usize): void {
  for (let k = count; k; k--) {
    const slider = inOrder(k - 1);
    const to = end - slider.size;
    memory.copy(to, load<u32>(slider.field), slider.used);
    memory.fill(to + slider.used, 0, slider.size - slider.used);
    end = to - HEADER;
    memory.fill(end, 0, HEADER);
    store<u32>(end, <u32>slider.size);
    store<u32>(slider.field, <u32>to);
  }
}
