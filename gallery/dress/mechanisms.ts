// Gears and machines.
import type { BodyLook, SceneLooks } from '../engine/types.ts';
import { AZURE, BONE, BRASS, GRAPHITE, IRON, RUBBER, SAFFRON, STEEL, VERMILION } from '../studio/palette.ts';
import type { Dress, Finish, Label } from './dress.ts';
import { gear, rack } from './geometry.ts';

/** m; what the teeth of the gear train have. */
const MODULE = 0.02;
const GEARS: readonly Finish[] = [
  { substance: 'steel', color: STEEL },
  { substance: 'brass', color: BRASS },
  { substance: 'paint', color: VERMILION },
  { substance: 'steel', color: '#aab0b8' },
];

const teethOf = ({ scale }: BodyLook) => Math.round((2 * scale[0]) / MODULE);

/** Angle of a tooth of each wheel: where two pitch circles touch, a tooth of one meets a gap of the other. */
function phaseOf(place: number, { bodies }: SceneLooks): number {
  const wheels = bodies.filter(({ kind }) => kind === 'dynamic');
  let phase = 0;
  for (let k = 0; k < place; k++) {
    const ahead = ((-phase * teethOf(wheels[k])) / (2 * Math.PI)) % 1;
    phase = Math.PI + ((ahead + 0.5) * 2 * Math.PI) / teethOf(wheels[k + 1]);
  }
  return phase;
}

export const gearTrain: Dress = {
  board: { behind: 0.16, margin: [0.62, 0.72], pin: 0.03, thickness: 0.05 },
  parts: (look, place, looks) => {
    if (look.form !== 'cylinder' || look.kind !== 'dynamic') return null;
    const [radius, half] = look.scale;
    const teeth = teethOf(look);
    if (teeth < 6) return null;
    return [{ key: `gear ${place}`, make: () => gear(radius, teeth, 1.7 * half, phaseOf(place, looks)), ...GEARS[place % GEARS.length] }];
  },
};

export const rackAndPinion: Dress = {
  board: { behind: 0.14, margin: [0.3, 0.25], pin: 0.014, thickness: 0.03 },
  parts: ({ form, kind, scale }, place) => {
    if (kind !== 'dynamic') return null;
    // 32 teeth at a radius of 0.1 m; a tooth of the rack stands above the middle, so the pinion has a gap at its bottom.
    const module = 0.1 / 16;
    if (form === 'cylinder')
      return [{ key: 'pinion', make: () => gear(scale[0], 32, scale[1], Math.PI / 32 + Math.PI / 2), substance: 'brass', color: BRASS }];
    return place === 1 ? [{ key: 'rack', make: () => rack(scale, module), substance: 'steel', color: STEEL }] : null;
  },
  finish: ({ kind }, place) => (kind === 'dynamic' ? { substance: 'paint', color: place === 2 ? VERMILION : BONE } : null),
};

/** Dynamic bodies in turn. */
function inTurn(...finishes: Finish[]): Dress {
  return { finish: ({ kind }, place) => (kind === 'dynamic' ? finishes[place % finishes.length] : null) };
}
const steel: Finish = { substance: 'steel', color: STEEL };
const vermilion: Finish = { substance: 'paint', color: VERMILION };
const bone: Finish = { substance: 'paint', color: BONE };
const saffron: Finish = { substance: 'paint', color: SAFFRON };
const graphite: Finish = { substance: 'paint', color: GRAPHITE };
const iron: Finish = { substance: 'iron', color: IRON };
const brass: Finish = { substance: 'brass', color: BRASS };

export const pulley: Dress = { ...inTurn(iron, { substance: 'iron', color: '#9a6a4a' }), gantry: { along: 'x', half: 1.3, above: 0.55 } };
export const scissorLift: Dress = {
  finish: ({ kind, scale }, place, { bodies }) => {
    if (kind !== 'dynamic') return null;
    // Bars of metal would be black where they face the eye.
    if (Math.min(scale[0], scale[2]) > 0.1) return graphite;
    return place < bodies.filter((body) => body.kind === 'dynamic').length / 2 - 0.5 ? saffron : { substance: 'paint', color: '#c6861d' };
  },
};
export const excavator: Dress = {
  finish: ({ kind, form }, place) => {
    if (kind !== 'dynamic') return null;
    if (form === 'sphere') return { substance: 'ceramic', color: AZURE };
    return form === 'cylinder' || form === 'capsule' ? steel : place % 5 === 4 ? graphite : saffron;
  },
};
export const heavyRobot: Dress = {
  finish: ({ kind, form }, place) => {
    if (kind !== 'dynamic') return null;
    if (place === 0) return vermilion;
    return form === 'sphere' ? { substance: 'rubber', color: RUBBER } : bone;
  },
};
export const caterpillarTrack: Dress = {
  joints: false,
  finish: ({ kind, form, scale }) => {
    if (kind !== 'dynamic') return { substance: 'wood', color: '#8a6a48' };
    if (form === 'cylinder') return { substance: 'rubber', color: RUBBER };
    return Math.max(...scale) > 0.4 ? saffron : iron;
  },
};
/** One above the other, as scenes/joint-zoo.ts puts them; m. */
const SHELF = { between: 0.2, below: 0.62 };
/** From one wheel of the gear pair to the other, m. */
const WHEELS = 0.4;
/** 'SpringDamper' becomes 'Spring damper'. */
const spaced = (kind: string) => kind.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
export const jointZoo: Dress = {
  board: { behind: 0.75, margin: [1.1, 0.6], pin: 0.02, thickness: 0.06 },
  labels: ({ joints }) =>
    joints.flatMap(({ a, kind, from: [x, y, z], couples, over }): Label[] => {
      if (couples) return [];
      if (a !== -1 || over) return [];
      const isWheel = joints.some((other) => other.kind === 'Hinge' && kind === 'Hinge' && Math.abs(x - other.from[0] - WHEELS) < 1e-3);
      const isFirst = joints.some((other) => other.kind === 'Hinge' && kind === 'Hinge' && Math.abs(other.from[0] - x - WHEELS) < 1e-3);
      return isWheel ? [] : [{ at: [x + SHELF.between, y - SHELF.below, z], text: isFirst ? 'Gear' : spaced(kind) }];
    }),
};
export const heldBar: Dress = { ...inTurn(steel), board: { behind: 0.03, margin: [0.05, 0.06], pin: 0.006, thickness: 0.012 } };
export const springs: Dress = { ...inTurn(steel), gantry: { along: 'x', half: 1.1 } };
export const massRatio: Dress = { ...inTurn(brass, iron), gantry: { along: 'x', half: 0.5 } };
