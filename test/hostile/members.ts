import assert from 'node:assert/strict';
import { WorldRecord } from '../../bindings/core/layout.ts';
import { HolonomicError, type WorldOptions } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';
import { NASTY, reads } from './members/catalogue.ts';
import { describeMember, type Member, membersOf } from './members/reflection.ts';
import { makeStage, type Stage } from './members/stage.ts';
import { CALLABLES, validArguments } from './members/valid.ts';

const ACTIONS = 60;
const CODES: ReadonlySet<string> = new Set([
  'invalid-argument',
  'removed-handle',
  'foreign-handle',
  'already-added',
  'open-mesh',
  'degenerate-mesh',
  'degenerate-hull',
  'unsupported-shape',
  'out-of-memory',
  'bad-snapshot',
  'unsupported',
  'busy',
  'disposed',
]);
/** Characters of an error. */
const LONGEST_MESSAGE = 700;
/** Entries of a list that is refused for its length or for its first entries. */
const MOST_READS = 1000;
const SETTINGS: readonly WorldOptions[] = [{}, { precision: 'double' }, { contacts: 'position' }, { backend: 'reference' }];
const UNKNOWN = ['foo', 'velocity', 'quaternion', 'Position', 'stiffness', 'lower', Symbol('unknown'), 'x'.repeat(10_000)];
/** Results that are the caller's own. */
const SHARED: ReadonlySet<string> = new Set([
  'transforms',
  'pinion',
  'rack',
  'velocities',
  'userData',
  'events',
  'world',
  'joint',
  'a',
  'b',
  'first',
  'second',
  'shape',
]);

type Random = () => number;
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)];

/** Every byte of a world's state. */
export function stateOf({ world }: Stage): Uint8Array {
  const { u8, u32, world: start } = world.memory;
  return u8.slice(start, u32[(start + WorldRecord.arenaTop) >>> 2]);
}

/** One thing that is done to a stage; each run makes its arguments anew from the same seed. */
interface Action {
  name: string;
  run(stage: Stage): unknown;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  try {
    const prototype = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === Array.prototype;
  } catch {
    // One that was put there before, and throws at whatever looks at it.
    return false;
  }
}

/** Puts something that should not be there somewhere into arguments. */
function spoil(args: unknown[], random: Random, stage: Stage): unknown[] {
  let holder = args as unknown as Record<string, unknown>;
  for (;;) {
    const key = pick(random, [...Object.keys(holder), ...(random() < 0.05 ? ['extra'] : [])]) ?? '0';
    const value = holder[key];
    if (isPlain(value) && !Object.isFrozen(value) && random() < 0.6) holder = value;
    else {
      // Some of what is handed over has getters, which stay.
      Reflect.set(holder, key, pick(random, NASTY)(stage));
      return args;
    }
  }
}

function memberAction(target: string, member: Member, seed: number, isValid: boolean): Action {
  const name = `${describeMember(member)} of ${target}`;
  const { kind, key } = member;
  if (kind === 'get') return { name, run: (stage) => checkResult(member, Reflect.get(stage.targets.get(target)!, key)) };
  const valid = validArguments(member.owner, member.name, kind);
  const argumentsOf = (stage: Stage) => {
    const args = valid ? valid(stage) : [1];
    return isValid ? args : spoil(args, randomNumbers(seed), stage);
  };
  if (kind === 'set')
    return {
      name,
      run: (stage) => {
        const [value] = argumentsOf(stage);
        Reflect.set(stage.targets.get(target)!, key, value);
        assert(valid, `${name} is not in the table of what setters accept, and does not refuse`);
      },
    };
  return {
    name,
    run: (stage) => {
      const object = stage.targets.get(target)!;
      const args = argumentsOf(stage);
      const result = Reflect.apply(Reflect.get(object, key) as () => unknown, object, args);
      if (typeof result === 'object' && result !== null && Symbol.iterator in result && 'next' in result)
        for (const _ of result as Iterable<unknown>);
      return result;
    },
  };
}

/** What getters tell cannot be changed. */
function checkResult({ name }: Member, result: unknown): unknown {
  if (typeof result !== 'object' || result === null || SHARED.has(name)) return result;
  if (Symbol.iterator in result && !Array.isArray(result)) for (const _ of result as Iterable<unknown>);
  else assert(Object.isFrozen(result), `what ${name} returns is not frozen`);
  return result;
}

function nextAction(random: Random, stage: Stage): Action {
  const seed = Math.floor(random() * 2 ** 31);
  const choice = random();
  if (choice < 0.2) {
    const { name, call, valid } = pick(random, CALLABLES);
    return { name: `${name}()`, run: (on) => call(spoil(valid(on), randomNumbers(seed), on)) };
  }
  const [target, object] = pick(random, [...stage.targets]);
  if (choice < 0.25) {
    const key = pick(random, UNKNOWN);
    return {
      name: `${String(key).slice(0, 20)} = of ${target}`,
      run: (on) => {
        const known = key in on.targets.get(target)!;
        Reflect.set(on.targets.get(target)!, key, 1);
        assert(known, `an unknown property of ${target} can be set`);
      },
    };
  }
  const isWorldItself = target === 'world';
  const members = membersOf(object).filter(({ name }) => !(isWorldItself && /dispose/.test(name)));
  return memberAction(target, pick(random, members), seed, random() < 0.3);
}

/** Proxies that have been revoked are of no class. */
function isA<Type>(value: unknown, type: abstract new (...args: never[]) => Type): value is Type {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

/** What an action throws, or null. */
function refusal(action: Action, stage: Stage): { error: unknown } | null {
  try {
    action.run(stage);
    return null;
  } catch (error) {
    if (isA(error, assert.AssertionError)) throw error;
    return { error };
  }
}

function checkRefusal({ name }: Action, error: unknown): void {
  if (!isA(error, HolonomicError)) throw new Error(`${name} throws ${isA(error, Error) ? error.stack : typeof error}`, { cause: error });
  assert(CODES.has(error.code), `${name} has the code ${error.code}`);
  assert(error.message.length <= LONGEST_MESSAGE, `${name} says ${error.message.length} characters`);
  assert(/\.$/.test(error.message), `${name} says no sentence: ${error.message}`);
}

function expectSame(one: Uint8Array, other: Uint8Array, what: string): void {
  assert(Buffer.compare(one, other) === 0, what);
}

/** Calls of all members with all there is, on two worlds of which one does not see those that are refused. */
export const members: Campaign = {
  name: 'members',
  description: 'whatever is handed to any member is done or refused with a typed error, and a refusal changes nothing',
  cases: 25,
  async run(seed) {
    const random = randomNumbers(seed);
    const settings = pick(random, SETTINGS);
    const [stage, twin] = [await makeStage(settings), await makeStage(settings)];
    expectSame(stateOf(stage), stateOf(twin), 'the twins differ from the start');
    const log: string[] = [];
    for (let k = 0; k < ACTIONS; k++) {
      const action = nextAction(random, stage);
      log.push(action.name);
      const before = stateOf(stage);
      reads.count = 0;
      const refused = refusal(action, stage);
      if (refused) {
        checkRefusal(action, refused.error);
        assert(reads.count <= MOST_READS, `${action.name} reads ${reads.count} entries before it refuses`);
        expectSame(stateOf(stage), before, `${action.name} throws ${(refused.error as Error).message} and has changed the world`);
      } else {
        const other = refusal(action, twin);
        assert(!other, `${action.name} is done in one world and refused by its twin: ${other?.error}`);
        expectSame(stateOf(stage), stateOf(twin), `${action.name} comes out differently in twins, after ${log.slice(-5).join('; ')}`);
      }
    }
    for (const { world } of [stage, twin]) for (let step = 0; step < 3; step++) world.step(1 / 60);
    expectSame(stateOf(stage), stateOf(twin), 'the twins differ after steps');
    assert.deepEqual([stage.world.bodyCount, stage.world.jointCount], [twin.world.bodyCount, twin.world.jointCount]);
    for (const each of [stage, twin]) for (const world of [each.world, each.foreign]) world.dispose();
  },
};
