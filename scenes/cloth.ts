import { ParticleSet } from '../bindings/particle/index.ts';
import { lowest, meanStretch, threadsOf } from './meshes.ts';
import { defineScene } from './scene.ts';
import { Recent } from './statistics.ts';

const SIDE = 20;
export const cloth = defineScene({
  name: 'cloth',
  description:
    'A cloth of 400 nodes hangs under a gravity of 100 m/s², solved with few iterations; constraints on the total length of its rows and columns halve its stretch.',
  figure: 'Waterson, Fig. 7',
  feature: 'ropes, cloth and soft bodies',
  view: { direction: [0.5, 0.15, 1], target: [0, -0.85, 0.1], distance: 3.2, aspect: 0.75, ground: -2.1 },
  parameters: {
    lengths: { description: 'whether the total length of rows and columns is limited', default: 'on', choices: ['on', 'off'] },
    pinned: { description: 'where it hangs', default: 'corners', choices: ['corners', 'edge'] },
  },
  frames: 300,
  dt: 1 / 60,
  settings: { gravity: [0, -100, 0], substeps: 1, iterations: 8 },
  build(world, { lengths, pinned }) {
    const each = Array.from({ length: SIDE }, (_, k) => k);
    const at = (column: number, row: number) => row * SIDE + column;
    const lines = [
      ...each.map((row) => each.map((column) => at(column, row))),
      ...each.map((column) => each.map((row) => at(column, row))),
    ];
    const squares = each.slice(1).flatMap((row) => each.slice(1).map((column) => [column, row]));
    const threads = threadsOf(SIDE, SIDE);
    const sheet = world.addParticles(
      new ParticleSet({
        positions: each.flatMap((row) => each.flatMap((column) => [column / (SIDE - 1) - 0.5, 0, row / (SIDE - 1)])),
        triangles: squares.flatMap(([c, r]) => [at(c - 1, r - 1), at(c - 1, r), at(c, r), at(c - 1, r - 1), at(c, r), at(c, r - 1)]),
        pinned: pinned === 'edge' ? each : [0, SIDE - 1],
        damping: 0.06,
        distances: [{ pairs: threads }],
        lengths: lengths === 'on' ? lines.map((points) => ({ points })) : [],
      }),
    );
    const stretch = new Recent();
    return {
      particles: [sheet],
      afterStep: () => stretch.push(meanStretch(sheet, threads, 1 / (SIDE - 1))),
      recorded: () => [...stretch.values],
      recall: (recorded) => stretch.recall(recorded),
      measures: () => ({ meanStretch: stretch.mean, lowest: lowest([sheet]) }),
    };
  },
});
