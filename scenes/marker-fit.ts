import { MarkerFit, MarkerSkeleton } from '../bindings/control/index.ts';
import { add, rotate } from '../bindings/core/geometry.ts';
import { type Body, Sphere, type Vec3, type World } from '../bindings/index.ts';
import { guess, LEGS, record, trueLength } from './marker-person.ts';
import { seedParameter } from './random.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';

const DT = 1 / 60;
/** Steps per frame of the recording. */
const STEPS = 2;
/** Length and rate of the recording, and the number of epochs. */
const FRAMES = 120;
const RATE = 12;
const EPOCHS = 120;
/** Frames per epoch. */
const PACE = 2;
/** Radii of markers and joints as shown, m. */
const MARKER = 0.018;
const JOINT = 0.038;
/** Bones whose true lengths are known: a segment and its child. */
const BONES = [
  [1, 2],
  [2, 3],
  [4, 5],
  [5, 6],
] as const;
/** Segments without a child: they end at their first marker. */
const FEET = LEGS.map((_, k) => k).filter((k) => LEGS.every(({ parent }) => parent !== k));

/** The state of the fit that a frame measures and draws. */
interface Stage {
  epoch: number;
  marker: number;
  joint: number;
  lengths: number[];
  /** For each segment but the first: the joint as seen from the parent and from the segment. */
  joints: { above: Vec3; below: Vec3 }[];
  /** Fitted position of the first marker of each segment. */
  ends: Vec3[];
}

export const markerFit = defineScene({
  name: 'marker-fit',
  description: 'A skeleton is fitted to recorded markers with 2 mm of noise: its joints start 10 cm off and converge epoch by epoch.',
  figure: 'Waterson 2025, fitting a skeleton to markers',
  feature: 'robots and figures',
  view: { direction: [1, 0.15, -0.4], target: [0.1, 0.6, 0], distance: 2.2, aspect: 0.7, ground: -0.3, layers: [], opening: 8 },
  parameters: {
    noise: { description: 'maximum noise of the markers along each axis', unit: 'mm', default: 2, min: 0, max: 20 },
    amiss: { description: 'initial error of the joints along each axis', unit: 'm', default: 0.1, min: 0, max: 0.15 },
    seed: seedParameter(7),
  },
  frames: STEPS * (PACE * EPOCHS + FRAMES),
  dt: DT,
  settings: { gravity: [0, 0, 0] },
  build(world, { noise, amiss, seed }) {
    const recording = record(LEGS, FRAMES, RATE, noise / 1000, seed);
    const fit = new MarkerFit(new MarkerSkeleton(guess(LEGS, amiss)), recording, { frames: FRAMES });
    const stages: Stage[] = [];
    /** What a frame shows: the fit advances by one epoch every few frames, and the recording loops. */
    const stageAt = (frame: number): Stage => {
      const wanted = frame < PACE * EPOCHS ? frame : PACE * EPOCHS + (frame % FRAMES);
      for (let at = stages.length; at <= wanted; at++) {
        if (at > 0 && at % PACE === 0 && at <= PACE * EPOCHS) fit.run(1);
        stages.push(stageOf(fit, at % FRAMES));
      }
      return stages[wanted];
    };
    const markers = recording.markers.map((name) => addBead(world, MARKER, recording.at(0, name)!));
    const first = stageAt(0);
    const joints = first.joints.map(({ above, below }) => [addBead(world, JOINT, above), addBead(world, 0.85 * JOINT, below)]);
    const feet = FEET.map((foot) => addBead(world, MARKER, first.ends[foot]));
    const shownAfter = (steps: number) => Math.floor(steps / STEPS);
    return {
      beforeStep(frame) {
        const next = shownAfter(frame + 1);
        const stage = stageAt(next);
        for (const [k, name] of recording.markers.entries()) markers[k].moveTo(recording.at(next % FRAMES, name)!);
        for (const [k, { above, below }] of stage.joints.entries()) {
          joints[k][0].moveTo(above);
          joints[k][1].moveTo(below);
        }
        for (const [k, foot] of FEET.entries()) feet[k].moveTo(stage.ends[foot]);
      },
      measures() {
        const { epoch, joint, lengths, marker } = stageAt(shownAfter(Math.round(world.time / DT)));
        const truth = BONES.map(([bone, child]) => trueLength(LEGS, bone, child));
        return {
          epoch,
          /** RMS distance of the fitted markers from the recorded ones, m; and RMS gap of the joints, which open during the fit. */
          markerError: marker,
          jointError: joint,
          /** Lengths of thighs and shanks, m. */
          lengths,
          trueLengths: truth,
          maxLengthError: largest(lengths.map((found, k) => Math.abs(found - truth[k]))),
        };
      },
    };
  },
});

function stageOf(fit: MarkerFit, number: number): Stage {
  const { epochs, joint, marker } = fit.errors();
  const { anchors, offsets } = fit.result;
  const poses = fit.poses(number);
  const at = (segment: number, local: Vec3): Vec3 => {
    const { orientation, position } = poses[segment];
    return add([...position], rotate([...orientation], local));
  };
  return {
    epoch: epochs,
    marker,
    joint,
    lengths: BONES.map(([bone, child]) => fit.boneLength(LEGS[bone].name, LEGS[child].name)),
    joints: LEGS.slice(1).map(({ parent }, k) => ({
      above: at(parent, anchors[k + 1].onParent),
      below: at(k + 1, anchors[k + 1].onSegment),
    })),
    ends: offsets.map(([offset], k) => at(k, offset)),
  };
}

function addBead(world: World, radius: number, position: Vec3): Body {
  return world.addBody({ type: 'kinematic', shape: new Sphere(radius), position, collides: false });
}
