import { finite, integer, nonNegative, options, orDefault } from '../core/arguments.ts';
import { fixProperties } from '../core/assignments.ts';
import { HolonomicError, type World } from '../index.ts';
import { isWorld } from '../world/is-world.ts';
import { stepLength } from '../world/world-options.ts';

export interface FixedStepOptions {
  /** Length of a step, s; 1/60 by default. */
  step?: number;
  /** Maximum number of steps per call; excess time is dropped. 5 by default. */
  maxSteps?: number;
  /** Called before each step, for forces and controllers. */
  beforeStep?: (step: number) => void;
}

/**
 * Steps a world by steps of one length, whatever the frame rate, and interpolates between the last two. Call `advance` with the time that
 * has passed, and pass this object to `poseObject` or `poseInstances` instead of the world. Pictures are up to one step late; bodies that
 * have been teleported, restored or added are drawn where they are at once.
 */
export class FixedStep {
  readonly world: World;
  /** Length of a step, s. */
  readonly step: number;
  readonly maxSteps: number;
  readonly #before: ((step: number) => void) | undefined;
  #previous = new Float32Array(0);
  #stepped = new Float32Array(0);
  #left = 0;

  /** Throws `invalid-argument`. */
  constructor(world: World, given: FixedStepOptions = {}) {
    if (!isWorld(world)) throw new HolonomicError('invalid-argument', 'new FixedStep needs a world, and options like { step: 1 / 120 }.');
    const o = options<FixedStepOptions>(given, 'The options of FixedStep', ['step', 'maxSteps', 'beforeStep']);
    if (o.beforeStep !== undefined && typeof o.beforeStep !== 'function')
      throw new HolonomicError('invalid-argument', 'beforeStep must be a function of the length of a step.');
    this.world = world;
    this.step = stepLength(orDefault(o.step, 1 / 60));
    this.maxSteps = integer(orDefault(o.maxSteps, 5), 'maxSteps', 1, 1000);
    this.#before = o.beforeStep;
    this.#previous = copyInto(this.#previous, world.transforms);
    this.#stepped = copyInto(this.#stepped, world.transforms);
    fixProperties(this, ['world', 'step', 'maxSteps']);
  }

  /** Advances the world by the elapsed time, s, and returns the number of steps. Throws like `world.step`. */
  advance(passed: number): number {
    this.#left += nonNegative(finite(passed, 'passed'), 'passed');
    let steps = 0;
    for (; this.#left >= this.step && steps < this.maxSteps; steps++) {
      this.#before?.(this.step);
      this.#previous = copyInto(this.#previous, this.world.transforms);
      this.world.step(this.step);
      this.#stepped = copyInto(this.#stepped, this.world.transforms);
      this.#left -= this.step;
    }
    if (this.#left >= this.step) this.#left %= this.step;
    return steps;
  }

  /** Fraction of the time between the last two steps, from 0 to 1. */
  get alpha(): number {
    return Math.min(this.#left / this.step, 1);
  }
  /** The current `world.transforms`. */
  get transforms(): Float32Array {
    return this.world.transforms;
  }
  /** The transforms before the last step. */
  get previous(): Float32Array {
    return this.#previous;
  }
  /** The transforms after the last step. Bodies that have been teleported, restored or added since are elsewhere now. */
  get stepped(): Float32Array {
    return this.#stepped;
  }
}

function copyInto(list: Float32Array<ArrayBuffer>, transforms: Float32Array): Float32Array<ArrayBuffer> {
  if (list.length !== transforms.length) return new Float32Array(transforms);
  list.set(transforms);
  return list;
}
