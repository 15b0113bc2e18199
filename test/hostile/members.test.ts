// That the campaign of members reaches all members, and what must hold of each of them.
import { describe, expect, test } from 'vitest';
import * as debug from '../../bindings/debug/index.ts';
import * as api from '../../bindings/index.ts';
import * as three from '../../bindings/three/index.ts';
import { describeMember, type Member, membersOf } from './members/reflection.ts';
import { makeStage, type Stage } from './members/stage.ts';
import { CALLABLES, NOT_CALLED, validArguments } from './members/valid.ts';
import { stateOf } from './members.ts';

/** All members of all targets, each once; the target is one that has it. */
function allMembers({ targets }: Stage): [target: string, member: Member][] {
  const found = new Map<string, [string, Member]>();
  for (const [target, object] of targets)
    for (const member of membersOf(object)) {
      const name = describeMember(member);
      if (!found.has(name)) found.set(name, [target, member]);
    }
  return [...found.values()];
}

/** What throws, or 'nothing'. */
function codeOf(act: () => unknown): string {
  try {
    act();
    return 'nothing';
  } catch (error) {
    return error instanceof api.HolonomicError ? error.code : String(error);
  }
}

const use = ({ kind, key, owner, name }: Member, stage: Stage, object: object): unknown => {
  if (kind === 'get') return Reflect.get(object, key);
  const args = validArguments(owner, name, kind)!(stage);
  return kind === 'set' ? Reflect.set(object, key, args[0]) : Reflect.apply(Reflect.get(object, key) as () => unknown, object, args);
};

describe('the campaign of members', () => {
  test('knows every class and function that the package exports', () => {
    const called = new Set([...CALLABLES.map(({ name }) => name), ...NOT_CALLED]);
    const exported = [api, debug, three].flatMap((module) => Object.keys(module));
    expect(exported.filter((name) => !called.has(name))).toEqual([]);
  });

  test('has an object of every class, and reaches the members that are known', async () => {
    const stage = await makeStage({});
    const classes = new Set([...stage.targets.values()].map((object) => object.constructor.name));
    const exported = Object.entries(api).filter(([, value]) => typeof value === 'function' && 'prototype' in value);
    expect(exported.map(([name]) => name).filter((name) => !classes.has(name) && !['Joint', 'HolonomicError'].includes(name))).toEqual([]);
    const names = new Set(allMembers(stage).map(([, member]) => describeMember(member)));
    for (const name of ['call World.castRays', 'set Body.events', 'get Body.position', 'set Coordinate.motorTarget', 'call Events.at'])
      expect(names).toContain(name);
    for (const name of ['set GearJoint.ratio', 'set SixDofJoint.coneLimits', 'get TriangleMesh.vertices', 'call Compound.massProperties'])
      expect(names).toContain(name);
    expect([...names].filter((name) => /\.(record|memory|store|placement|geometry|requireIdle)$/.test(name))).toEqual([]);
  });

  test('calls every method, and sets what can be set; all other setters refuse', async () => {
    const stage = await makeStage({});
    const wrong = allMembers(stage).flatMap(([target, member]) => {
      if (member.kind === 'get' || validArguments(member.owner, member.name, member.kind)) return [];
      const code = member.kind === 'call' ? 'not called' : codeOf(() => Reflect.set(stage.targets.get(target)!, member.key, 1));
      return code === 'invalid-argument' ? [] : [`${describeMember(member)}: ${code}`];
    });
    expect(wrong).toEqual([]);
  });
});

describe.each([{ precision: 'single' }, { backend: 'reference' }] as const)('%o', (settings) => {
  test('what is taken for valid is done by one object at least', async () => {
    const stage = await makeStage(settings);
    const done = new Map<string, boolean>();
    for (const [target, object] of stage.targets)
      for (const member of membersOf(object)) {
        if (member.kind === 'get' || !validArguments(member.owner, member.name, member.kind)) continue;
        if (/world|disposed/.test(target) && /dispose|restore|remove/.test(member.name)) continue;
        const name = `${member.kind} ${member.name}`;
        done.set(name, done.get(name) || codeOf(() => use(member, stage, object)) === 'nothing');
      }
    expect([...done].filter(([, isDone]) => !isDone).map(([name]) => name)).toEqual([]);
    const { world, snapshot } = stage;
    for (const joint of world.joints) world.removeJoint(joint);
    for (const body of world.bodies) world.removeBody(body);
    world.restore(snapshot);
    world.dispose();
  });

  test('nothing changes the world while contacts are told', async () => {
    const stage = await makeStage(settings);
    const done: string[] = [];
    let calls = 0;
    stage.world.forEachContact(() => {
      if (calls++ > 0) return;
      for (const [target, member] of allMembers(stage)) {
        // The joint of rows is in another world.
        if (member.kind === 'get' || target === 'disposed' || target === 'custom') continue;
        const valid = validArguments(member.owner, member.name, member.kind);
        if (!valid) continue;
        const state = stateOf(stage);
        const code = codeOf(() => use(member, stage, stage.targets.get(target)!));
        const isQuestion = /cast|overlap|bodiesAt|closestPoint|distanceBetween/.test(member.name); // they write what they ask to the memory
        if (!isQuestion && Buffer.compare(state, stateOf(stage)) !== 0) done.push(`${describeMember(member)}: ${code}`);
        if (member.kind === 'set' && code === 'nothing' && member.name !== 'userData')
          done.push(`${describeMember(member)} is not refused`);
      }
    });
    expect(calls).toBeGreaterThan(0);
    expect(done).toEqual([]);
    for (const act of [() => stage.world.step(0.01), () => stage.world.restore(stage.snapshot), () => stage.world.dispose()]) {
      let code = '';
      stage.world.castRay([0, 5, 0], [0, -1, 0], {
        filter: () => {
          code = codeOf(act);
          return true;
        },
      });
      expect(code).toBe('busy');
    }
    stage.world.step(1 / 60);
    stage.world.dispose();
  });
});
