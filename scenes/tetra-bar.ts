import { SoftBody } from '../bindings/particle/index.ts';
import { boxMesh, enclosedVolume } from './meshes.ts';
import { defineScene } from './scene.ts';
import { cosine, hypotenuse, sine } from './trigonometry.ts';

const HALF = 1;
const THICKNESS = 0.2;
/** Times until which it is twisted and held, s; then it is released. */
const TWISTED = 4;
const HELD = 5;
const DT = 1 / 60;

export const tetraBar = defineScene({
  name: 'tetra-bar',
  description: 'A bar of tetrahedra is twisted at one end and released, and conserves its volume.',
  feature: 'ropes, cloth and soft bodies',
  view: { direction: [0.8, 0.4, 0.9], target: [0, 0, 0], distance: 3.6 },
  parameters: {
    turns: { description: 'twist, in turns', default: 1, min: 0, max: 4 },
    resolution: { description: 'cells along the bar', default: 20, min: 5, max: 60, integer: true },
    compliance: { description: 'compliance of the edges', default: 1e-5, min: 0, max: 1, unit: 'm/N' },
  },
  frames: 480,
  dt: DT,
  settings: { gravity: [0, 0, 0] },
  build(world, { turns, resolution, compliance }) {
    const mesh = boxMesh([THICKNESS, THICKNESS, HALF], 16);
    const bar = world.addParticles(
      new SoftBody({ kind: 'tetrahedra', mesh, resolution, compliance, density: 200, damping: 0.5, canSleep: false }),
    );
    const { positions } = bar;
    const start = positions.slice();
    const end: number[] = [];
    for (let k = 0; k < bar.count; k++) {
      const z = start[3 * k + 2];
      if (z < -HALF + 1e-9) bar.pin(k);
      if (z < HALF - 1e-9) continue;
      bar.pin(k);
      end.push(k);
    }
    const surface = bar.updateSurface(new Float64Array(mesh.positions.length));
    const volume = enclosedVolume(surface, mesh.triangles);
    return {
      particles: [bar],
      beforeStep(frame) {
        if (frame === Math.round(HELD / DT)) for (const k of end) bar.pin(k, false);
        if (frame >= HELD / DT) return;
        const angle = 2 * Math.PI * turns * Math.min((frame + 1) * DT, TWISTED) * (1 / TWISTED);
        const [c, s] = [cosine(angle), sine(angle)];
        const { positions: x, velocities: v } = bar;
        for (const k of end) {
          const [px, py] = [start[3 * k], start[3 * k + 1]];
          v[3 * k] = (c * px - s * py - x[3 * k]) / DT;
          v[3 * k + 1] = (s * px + c * py - x[3 * k + 1]) / DT;
          v[3 * k + 2] = 0;
        }
      },
      measures() {
        const [k] = end;
        const { positions: x } = bar;
        return {
          volume: enclosedVolume(bar.updateSurface(surface), mesh.triangles) / volume,
          endDistance: hypotenuse(hypotenuse(x[3 * k] - start[3 * k], x[3 * k + 1] - start[3 * k + 1]), x[3 * k + 2] - start[3 * k + 2]),
        };
      },
    };
  },
});
