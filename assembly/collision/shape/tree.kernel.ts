// Questions to a tree of boxes, four boxes at a time: Dammertz, Hanika and Keller, "Shallow Bounding Volume Hierarchies for Fast SIMD
// Ray Tracing of Incoherent Rays" (2008). Boxes are f32; what is asked is rounded so that no part is missed.
import { Bvh, BvhNode } from './bvh';

/** Bytes of an entry of the stack: a child, and where the ray enters its box. */
const ENTRY: usize = 8;
/** A tree is at most some 65 nodes deep, and three of four children wait. A visitor asks no other tree: there is one stack. */
const STACK_ENTRIES: u32 = 1024;
const STACK_BYTES: usize = <usize>STACK_ENTRIES * ENTRY;
const STACK: usize = scratch<u64>(STACK_ENTRIES);
const NEAR: usize = scratch<v128>();

/** Bytes from x to y and z in a node, and from lows to highs. */
const AXIS: usize = 16;
const HIGH: usize = 48;
const CHILDREN: usize = 96;
/** More than all roundings in f32 of a plane's place along a ray, relative to the largest coordinate. */
const RAY_ROUNDING: f64 = 1e-6;
const ROUNDING: f64 = 1.2e-7;
const TINY: f64 = 1e-40;
/** Below this a direction's component counts as this: where the ray gets to by it is less than the rounding. */
const SMALLEST_SLOPE: f64 = 1e-12;

/** A number in f32, rounded so that it is certainly not above (slack -1) or below it (1). Finite: an empty place has infinite bounds. */
function bound(value: f64, slack: f64): f32 {
  const moved = value + slack * (abs<f64>(value) * ROUNDING + TINY);
  return <f32>max<f64>(min<f64>(moved, f32.MAX_VALUE), -f32.MAX_VALUE);
}

/** Visits the parts whose boxes overlap a box in the shape's frame. */
export function visitOverlaps(
  block: usize, lowX: f64, lowY: f64, lowZ: f64, highX: f64, highY: f64, highZ: f64, visit: (part: u32) => void,
): void {
  const nodes = block + <usize>load<u32>(block, offsetof<Bvh>('nodes'));
  const lx: v128 = f32x4.splat(bound(lowX, -1));
  const ly: v128 = f32x4.splat(bound(lowY, -1));
  const lz: v128 = f32x4.splat(bound(lowZ, -1));
  const hx: v128 = f32x4.splat(bound(highX, 1));
  const hy: v128 = f32x4.splat(bound(highY, 1));
  const hz: v128 = f32x4.splat(bound(highZ, 1));
  let top = STACK;
  let child: i32 = 0;
  while (true) {
    const node = nodes + <usize>child * offsetof<BvhNode>();
    const x: v128 = v128.and(f32x4.le(v128.load(node), hx), f32x4.ge(v128.load(node, HIGH), lx));
    const y: v128 = v128.and(f32x4.le(v128.load(node, AXIS), hy), f32x4.ge(v128.load(node, HIGH + AXIS), ly));
    const z: v128 = v128.and(f32x4.le(v128.load(node, 2 * AXIS), hz), f32x4.ge(v128.load(node, HIGH + 2 * AXIS), lz));
    let lanes: i32 = i32x4.bitmask(v128.and(v128.and(x, y), z));
    while (lanes) {
      const next = load<i32>(node + ((<usize>ctz<i32>(lanes)) << 2), CHILDREN);
      lanes &= lanes - 1;
      if (next < 0) visit(<u32>~next);
      else if (top < STACK + STACK_BYTES) {
        store<i32>(top, next);
        top += ENTRY;
      }
    }
    if (top == STACK) break;
    top -= ENTRY;
    child = load<i32>(top);
  }
}

/** The largest coordinate of the boxes of a node, places that are empty aside. */
function largestCoordinate(node: usize): f64 {
  let largest: v128 = f32x4.splat(0);
  const infinite: v128 = f32x4.splat(f32.MAX_VALUE);
  for (let row: usize = 0; row < CHILDREN; row += AXIS) {
    const size: v128 = f32x4.abs(v128.load(node + row));
    largest = f32x4.pmax(largest, v128.and(size, f32x4.le(size, infinite)));
  }
  v128.store(NEAR, largest);
  return <f64>max<f32>(max<f32>(load<f32>(NEAR), load<f32>(NEAR, 4)), max<f32>(load<f32>(NEAR, 8), load<f32>(NEAR, 12)));
}

function slope(d: f64): f64 {
  return 1 / copysign<f64>(max<f64>(abs<f64>(d), SMALLEST_SLOPE), d);
}

/**
 * Visits the parts whose boxes a ray (unit direction) enters between 0 and `limit`, the nearer boxes first. The visitor gets the limit
 * and returns the new one: where it hit, or a negative number to end. Returns the last limit. All boxes are larger by the half extents `e`.
 *
 * The ray's parameter is counted from its point nearest to the frame's origin, so that f32 does for rays from far away.
 */
export function visitRay(
  block: usize, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, limit: f64, ex: f64, ey: f64, ez: f64,
  visit: (part: u32, limit: f64) => f64,
): f64 {
  const nodes = block + <usize>load<u32>(block, offsetof<Bvh>('nodes'));
  const start = -(ox * dx + oy * dy + oz * dz);
  const x = ox + start * dx;
  const y = oy + start * dy;
  const z = oz + start * dz;
  const pad = RAY_ROUNDING * (largestCoordinate(nodes) + max<f64>(abs<f64>(x), max<f64>(abs<f64>(y), abs<f64>(z))) + ex + ey + ez) + TINY;
  const inverseX: f64 = <f64>(<f32>slope(dx));
  const inverseY: f64 = <f64>(<f32>slope(dy));
  const inverseZ: f64 = <f64>(<f32>slope(dz));
  const ix: v128 = f32x4.splat(<f32>inverseX);
  const iy: v128 = f32x4.splat(<f32>inverseY);
  const iz: v128 = f32x4.splat(<f32>inverseZ);
  const padX = (pad + ex) * abs<f64>(inverseX);
  const padY = (pad + ey) * abs<f64>(inverseY);
  const padZ = (pad + ez) * abs<f64>(inverseZ);
  const nearX: v128 = f32x4.splat(<f32>(x * inverseX + padX));
  const nearY: v128 = f32x4.splat(<f32>(y * inverseY + padY));
  const nearZ: v128 = f32x4.splat(<f32>(z * inverseZ + padZ));
  const farX: v128 = f32x4.splat(<f32>(x * inverseX - padX));
  const farY: v128 = f32x4.splat(<f32>(y * inverseY - padY));
  const farZ: v128 = f32x4.splat(<f32>(z * inverseZ - padZ));
  const rowX: usize = dx < 0 ? HIGH : 0;
  const rowY: usize = AXIS + (dy < 0 ? HIGH : 0);
  const rowZ: usize = 2 * AXIS + (dz < 0 ? HIGH : 0);
  const otherX = HIGH - rowX;
  const otherY = HIGH + 2 * AXIS - rowY;
  const otherZ = HIGH + 4 * AXIS - rowZ;
  const first: v128 = f32x4.splat(bound(-start, -1));
  let last: v128 = f32x4.splat(bound(limit - start, 1));

  let top = STACK;
  let child: i32 = 0;
  while (true) {
    const node = nodes + <usize>child * offsetof<BvhNode>();
    const near: v128 = f32x4.pmax(
      f32x4.pmax(f32x4.sub(f32x4.mul(v128.load(node + rowX), ix), nearX), f32x4.sub(f32x4.mul(v128.load(node + rowY), iy), nearY)),
      f32x4.pmax(f32x4.sub(f32x4.mul(v128.load(node + rowZ), iz), nearZ), first),
    );
    const far: v128 = f32x4.pmin(
      f32x4.pmin(f32x4.sub(f32x4.mul(v128.load(node + otherX), ix), farX), f32x4.sub(f32x4.mul(v128.load(node + otherY), iy), farY)),
      f32x4.pmin(f32x4.sub(f32x4.mul(v128.load(node + otherZ), iz), farZ), last),
    );
    let lanes: i32 = i32x4.bitmask(f32x4.le(near, far));
    if (lanes && top < STACK + STACK_BYTES - 4 * ENTRY) {
      v128.store(NEAR, near);
      const bottom = top;
      while (lanes) {
        const lane = (<usize>ctz<i32>(lanes)) << 2;
        lanes &= lanes - 1;
        const enters = load<f32>(NEAR + lane);
        let place = top;
        while (place > bottom && load<f32>(place - ENTRY, 4) < enters) {
          store<u64>(place, load<u64>(place - ENTRY));
          place -= ENTRY;
        }
        store<i32>(place, load<i32>(node + lane, CHILDREN));
        store<f32>(place, enters, 4);
        top += ENTRY;
      }
    }
    child = -1;
    while (top > STACK) {
      top -= ENTRY;
      if (load<f32>(top, 4) > f32x4.extract_lane(last, 0)) continue;
      child = load<i32>(top);
      if (child >= 0) break;
      limit = visit(<u32>~child, limit);
      last = f32x4.splat(bound(limit - start, 1));
    }
    if (child < 0) break;
  }
  return limit;
}
