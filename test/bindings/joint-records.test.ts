// What only some joints have lies in place of the drive of a record, and an interval is in one place.
import { describe, expect, test } from 'vitest';
import {
  CoordinateFlag,
  CoordinateRecord,
  CouplingRecord,
  JointRecord,
  Coordinate as Kind,
  PathRecord,
  PulleyRecord,
  ScrewRecord,
  SpringRecord,
} from '../../bindings/core/layout.ts';
import { GearJoint, GrabJoint, HingeJoint, PathJoint, PulleyJoint, ScrewJoint, World } from '../../bindings/index.ts';
import type { Joint } from '../../bindings/joint/joint.ts';
import { HEADER_BYTES, laidOpen, passOff } from '../hostile/stranger.ts';
import { BACKENDS, expectRefusal } from './backends.ts';

test('they fit in place of a drive, whose fields come first', () => {
  const drive = CoordinateRecord.lower;
  expect(CoordinateRecord.target).toBe(0);
  for (const { size } of [CouplingRecord, PathRecord, PulleyRecord, ScrewRecord, SpringRecord]) expect(size).toBeLessThanOrEqual(drive);
});

describe.each(BACKENDS)('$label', ({ settings }) => {
  async function make() {
    const world = await World.create(settings);
    const [a, b] = [world.addBody(), world.addBody({ position: [1, 0, 0] })];
    const at = { a, b, anchor: [0, 0, 0] as const, axis: [1, 0, 0] as const };
    const first = world.addJoint(new HingeJoint({ b: a, anchor: [0, 0, 0], axis: [1, 0, 0] }));
    const second = world.addJoint(new HingeJoint({ b, anchor: [1, 0, 0], axis: [1, 0, 0] }));
    const points = [0, 1, 2].map((x) => [x, 0, 0] as const);
    const joints = {
      pulley: new PulleyJoint({
        a,
        b,
        anchorA: [0, 0, 0],
        anchorB: [0, 0, 0],
        pointA: [0, 3, 0],
        pointB: [1, 3, 0],
        ratio: 2,
        compliance: 1e-3,
      }),
      gear: new GearJoint({ first, second, ratio: 3, compliance: 1e-4 }),
      screw: new ScrewJoint({ ...at, lead: 0.5 }),
      path: new PathJoint({ a, b, points, anchor: [1, 0, 0] }),
      grab: new GrabJoint({ body: b, anchor: [1, 0, 0] }),
    };
    for (const joint of Object.values(joints)) world.addJoint(joint as Joint);
    return { world, joints };
  }

  test('the interval of a pulley and the compliance of a gear are those of the joint', async () => {
    const { world, joints } = await make();
    const { pulley, gear } = joints;
    expect([pulley.length, pulley.compliance, pulley.ratio, gear.compliance, gear.ratio]).toEqual([9, 1e-3, 2, 1e-4, 3]);
    expect([JointRecord.lower, JointRecord.upper, JointRecord.intervalCompliance].map((field) => pulley.read(field))).toEqual([
      -Infinity,
      9,
      1e-3,
    ]);
    pulley.length = 8;
    pulley.compliance = 0;
    gear.compliance = 0;
    expect([
      pulley.read(JointRecord.upper),
      pulley.read(JointRecord.intervalCompliance),
      gear.read(JointRecord.intervalCompliance),
    ]).toEqual([8, 0, 0]);
    for (const joint of [pulley, gear]) {
      const record = joint.chain.find(Kind.X)!;
      const { f64 } = world.memory;
      expect([f64[(record + CoordinateRecord.lower) >>> 3], f64[(record + CoordinateRecord.limitCompliance) >>> 3]]).toEqual([
        -Infinity,
        0,
      ]);
    }
    world.dispose();
  });

  test('forged ones are refused', async () => {
    const { world, joints } = await make();
    for (let step = 0; step < 3; step++) world.step(1 / 60);
    const { memory } = world;
    const stranger = await World.create(settings);
    const forged = (joint: Joint, kind: Kind, change: (view: DataView, record: number) => void) => {
      const bytes = laidOpen(world.snapshot());
      const record = HEADER_BYTES - memory.world + joint.chain.find(kind)!;
      change(new DataView(bytes.buffer, bytes.byteOffset), record);
      return passOff(bytes);
    };
    const refuse = (joint: Joint, kind: Kind, change: (view: DataView, record: number) => void) =>
      expectRefusal(() => stranger.restore(forged(joint, kind, change)), 'bad-snapshot');
    const number =
      (field: number, value: number): ((view: DataView, record: number) => void) =>
      (view, record) =>
        view.setFloat64(record + field, value, true);
    refuse(joints.pulley, Kind.X, number(PulleyRecord.pointBZ, NaN));
    refuse(joints.pulley, Kind.X, number(PulleyRecord.ratio, Infinity));
    refuse(joints.gear, Kind.X, number(CouplingRecord.rest, NaN));
    refuse(joints.gear, Kind.X, (view, record) => view.setUint32(record + CouplingRecord.firstJoint, 99, true));
    refuse(joints.screw, Kind.Extra, number(ScrewRecord.lead, NaN));
    refuse(joints.path, Kind.Extra, number(PathRecord.value, Infinity));
    refuse(joints.path, Kind.Extra, (view, record) => view.setUint32(record + PathRecord.firstPoint, 0, true));
    refuse(joints.path, Kind.Extra, (view, record) => view.setUint32(record + PathRecord.segment, 77, true));
    refuse(joints.grab, Kind.X, number(SpringRecord.stiffness, -1));
    refuse(joints.grab, Kind.X, number(SpringRecord.maxLoad, NaN));
    for (const [joint, kind] of [[joints.pulley, Kind.X] as const, [joints.screw, Kind.Extra] as const, [joints.path, Kind.Extra] as const])
      refuse(joint, kind, (view, record) => {
        const at = record + CoordinateRecord.flags;
        view.setUint32(at, view.getUint32(at, true) | CoordinateFlag.HasDrive, true);
      });
    stranger.restore(forged(joints.path, Kind.Extra, () => undefined));
    for (let step = 0; step < 5; step++) for (const each of [world, stranger]) each.step(1 / 60);
    expect(stranger.hash()).toBe(world.hash());
    for (const each of [world, stranger]) each.dispose();
  });
});
