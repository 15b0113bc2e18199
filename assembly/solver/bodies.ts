// The substep as all parts of a solver see it, and what it does to bodies: described once, begun and ended for all that move.
import { real } from 'precision';
import { advanceBodies, Again, Spin, turnAgain, updateInertia } from '../body/body-bundle.kernel';
import { BodyBundle } from '../body/bundle-lanes.kernel';
import { ANY_ASPHERICAL, ANY_DYNAMIC, ANY_LOCK, ANY_SLENDER, BUNDLE_FLAGS, NEXT_BUNDLE } from '../body/pack.kernel';
import { NEVER, ROTATION_LIMIT } from '../constraint/constants';
import { groupAt, jointGraph } from '../constraint/graph';
import { forgetOverloads, hasOverloads, noteTurns } from '../constraint/overload.kernel';
import { theSubstep } from '../constraint/substep';
import { contactFrequencyOf } from '../steady';
import { gravityOf } from '../gravity';
import { Gradient, Gyroscopic, Projection, WorldRecord } from '../world';

/** Overlap may be taken away at the speed that gravity gives in so many substeps, whatever the limit: a spring that may not push holds no load. */
const LOADS: f64 = 16;

/** `centered`: some velocities may be half a substep behind the poses. */
export function describeSubstep(world: WorldRecord, h: f64, centered: bool): void {
  const step = theSubstep();
  forgetOverloads();
  step.h = <real>h;
  step.ahead = 0;
  step.rest = 0;
  step.centered = centered;
  step.expects = false;
  step.carries = false;
  step.begins = true;
  step.left = u32.MAX_VALUE;
  step.inverseH = <real>(1.0 / h);
  step.inverseH2 = <real>(1.0 / (h * h));
  step.scalar = world.projection == Projection.Scalar;
  step.warms = !step.scalar;
  // Above no number: never the current gradient. Below all: always.
  const limit = world.gradient == Gradient.Auto ? ROTATION_LIMIT * ROTATION_LIMIT : world.gradient == Gradient.Start ? NEVER : -1.0;
  step.rotationLimit = <real>limit;
  // A spring whose force is known at the end of the substep (Catto, "Soft constraints", 2011).
  const w = 2 * Math.PI * contactFrequencyOf(world);
  const a = 2 * world.contactDamping + h * w;
  const b = h * w * a;
  step.contactRate = <real>(w / a);
  step.contactShare = <real>(b / (1 + b));
  step.contactDecay = <real>(1 / (1 + b));
  const fall = world.steadyDuration * gravityOf(world);
  step.bounceSpeed = <real>(2 * fall);
  step.depenetrationSpeed = <real>max(world.depenetrationSpeed, LOADS * fall);
}

/** The next of the bundles that have bodies which are awake; 0 at the end. */
function nextBundle(bundle: usize): usize {
  return load<u32>(bundle, NEXT_BUNDLE);
}

/** Address of a bundle's first solver body. */
function bodiesOf(bundle: usize): usize {
  return load<u32>(bundle, 4);
}

export function beginAllBodies(world: WorldRecord): void {
  for (let bundle = <usize>world.activeBundles; bundle; bundle = nextBundle(bundle)) {
    const flags = load<u32>(bundle);
    if (!(flags & ANY_DYNAMIC)) continue;
    updateInertia<v128>(changetype<BodyBundle<v128>>(bundle + BUNDLE_FLAGS), bodiesOf(bundle), (flags & ANY_LOCK) != 0);
  }
}

/** How the bodies of a bundle turn, from its flags. */
export function spinOf(world: WorldRecord, flags: u32): Spin {
  if (world.gyroscopic == Gyroscopic.Explicit) return Spin.Explicit;
  if (world.gyroscopic == Gyroscopic.None) return Spin.None;
  return flags & ANY_ASPHERICAL ? Spin.Midpoint : Spin.Spherical;
}

/** Ends or starts a substep of all bodies that move, or both. */
export function advanceAllBodies(world: WorldRecord, ends: bool, starts: bool): void {
  const step = theSubstep();
  const overloaded = hasOverloads();
  for (let bundle = <usize>world.activeBundles; bundle; bundle = nextBundle(bundle)) {
    const flags = load<u32>(bundle);
    advanceBodies<v128>(
      changetype<BodyBundle<v128>>(bundle + BUNDLE_FLAGS),
      bodiesOf(bundle),
      step,
      spinOf(world, flags),
      (flags & ANY_LOCK) != 0,
      ends,
      starts,
      overloaded,
    );
    if (ends && flags & ANY_SLENDER) noteTurns(bodiesOf(bundle), flags);
  }
}

/** All bodies turn as freely as with the momenta that impulses have given them in this substep; or before impacts as they do at this moment. */
export function turnAllAgain(world: WorldRecord, again: Again): void {
  if (again != Again.Expected && world.gyroscopic != Gyroscopic.Implicit) return;
  const step = theSubstep();
  for (let bundle = <usize>world.activeBundles; bundle; bundle = nextBundle(bundle)) {
    const flags = load<u32>(bundle);
    if (flags & ANY_DYNAMIC)
      turnAgain<v128>(
        changetype<BodyBundle<v128>>(bundle + BUNDLE_FLAGS),
        bodiesOf(bundle),
        step,
        spinOf(world, flags),
        (flags & ANY_LOCK) != 0,
        again,
      );
  }
}

/** Whether some joint is damped. */
export function anyDamped(world: WorldRecord): bool {
  const graph = jointGraph(world);
  for (let k: u32 = 0; k < graph.groupCount; k++) if (groupAt(graph, k).damped) return true;
  return false;
}
