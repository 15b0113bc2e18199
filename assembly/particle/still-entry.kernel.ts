// Which particles may meet a body that does not move: those whose reach, m, meets its box, in bundles of LANES.
import { LANES, real } from 'precision';
import { BOX, ROW, START } from './rows';
import { StillBody, StillParticles } from './still-body';
import { FAR_AWAY, OFF, StillBundle } from './still-contact.kernel';

/** Returned where there is no room. */
const NO_ROOM: u32 = 0xffffffff;

/** Adds bundles behind the `bundles` that there are; returns how many there are now, or NO_ROOM where `room` are too few. */
export function enterStill(list: usize, bundles: u32, room: u32, body: StillBody, particles: StillParticles, anyHeld: bool): u32 {
  const size = offsetof<StillBundle<v128>>();
  let next = bundles;
  let lane: usize = 0;
  let box = <usize>particles.boxes;
  for (let first: u32 = 0; first < particles.count; first += particles.part) {
    const isNear = meets(box, body);
    box += BOX;
    if (!isNear) continue;
    const end = min(first + particles.part, particles.count);
    for (let k = <usize>first; k < <usize>end; k++) {
      const row = <usize>particles.displacements + ROW * k;
      if (load<real>(row, 3 * sizeof<real>()) == 0) continue;
      if (anyHeld && load<u8>(<usize>particles.held + k)) continue;
      if (!isWithin(<usize>particles.starts + START * k, load<f64>(<usize>particles.reach + 8 * k), body)) continue;
      if (lane == 0) {
        if (next == room) return NO_ROOM;
        begin(list + size * <usize>next, body);
      }
      enter(list + size * <usize>next, lane, row, <real>load<f64>(<usize>particles.radii + 8 * k), false);
      lane += 1;
      if (lane < <usize>LANES) continue;
      lane = 0;
      next += 1;
    }
  }
  if (lane == 0) return next;
  // The row behind the last particle is idle.
  const idle = <usize>particles.displacements + ROW * <usize>particles.count;
  for (; lane < <usize>LANES; lane++) enter(list + size * <usize>next, lane, idle, 0, true);
  return next + 1;
}

function meets(box: usize, body: StillBody): bool {
  return (
    load<f64>(box) <= body.highX &&
    load<f64>(box, 8) <= body.highY &&
    load<f64>(box, 16) <= body.highZ &&
    body.lowX <= load<f64>(box, 24) &&
    body.lowY <= load<f64>(box, 32) &&
    body.lowZ <= load<f64>(box, 40)
  );
}

function isWithin(start: usize, reach: f64, body: StillBody): bool {
  const x = load<f64>(start);
  const y = load<f64>(start, 8);
  const z = load<f64>(start, 16);
  return !(
    x - reach > body.highX ||
    x + reach < body.lowX ||
    y - reach > body.highY ||
    y + reach < body.lowY ||
    z - reach > body.highZ ||
    z + reach < body.lowZ
  );
}

function begin(bundle: usize, body: StillBody): void {
  const at = changetype<StillBundle<v128>>(bundle);
  at.body = <u32>changetype<usize>(body);
  at.bounces = body.restitution > 0 ? 1 : 0;
  at.normal = vec3(splat<v128>(0), splat<v128>(0), splat<v128>(0));
  at.offset = splat<v128>(0);
  at.place = vec3(splat<v128>(0), splat<v128>(0), splat<v128>(0));
  at.staticFriction = splat<v128>(<real>body.staticFriction);
  at.dynamicFriction = splat<v128>(<real>body.dynamicFriction);
  at.restitution = splat<v128>(<real>body.restitution);
}

function enter(bundle: usize, lane: usize, row: usize, radius: real, isIdle: bool): void {
  store<u32>(bundle + (lane << 2), <u32>row);
  const numbers = bundle + lane * sizeof<real>();
  store<real>(numbers + offsetof<StillBundle<v128>>('distance'), isIdle ? <real>OFF : 0);
  store<real>(numbers + offsetof<StillBundle<v128>>('known'), isIdle ? <real>FAR_AWAY : 0);
  store<real>(numbers + offsetof<StillBundle<v128>>('radius'), radius);
}
