// Does time or memory grow faster than the world? N free bodies, joined in pairs by N/2 ball joints, for N = 1k, 10k, 100k.
import { BUILDS, loadPackage } from '../engines/holonomic.ts';
import type { Cell } from '../report.ts';
import { median } from '../statistics.ts';
import type { Suite } from '../suite.ts';
import { watchMemory } from '../wasm-memory.ts';

const DT = 1 / 60;
const MEGABYTE = 1e6;
const SIZES = [1_000, 10_000, 100_000];
/** The smaller the world, the more frames are timed; every size steps at least this often. */
const LEAST_FRAMES = 5;
const BODY_FRAMES = 300_000;

interface Measured {
  bodies: number;
  ms: number;
  buildSeconds: number;
  wasmBytes: number;
  heapBytes: number;
  finite: boolean;
}

function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

async function measure(holonomic: any, build: object, count: number): Promise<Measured> {
  const heapBefore = heapUsed();
  const started = performance.now();
  const { result: world, bytes } = await watchMemory<any>(() => holonomic.World.create(build));
  const side = Math.ceil(Math.cbrt(count));
  const bodies: any[] = [];
  for (let i = 0; i < count; i++) {
    const position = [i % side, Math.floor(i / side) % side, Math.floor(i / (side * side))];
    bodies.push(world.addBody({ mass: 1, inertia: [0.1, 0.2, 0.3], position, angularVelocity: [0, 1, 0.1] }));
  }
  for (let i = 0; i + 1 < count; i += 2) {
    world.addJoint(new holonomic.BallJoint({ a: bodies[i], b: bodies[i + 1], anchorA: [0.5, 0, 0], anchorB: [-0.5, 0, 0] }));
  }
  world.step(DT);
  const buildSeconds = (performance.now() - started) / 1000;
  const frames = Math.max(LEAST_FRAMES, Math.round(BODY_FRAMES / count));
  const times: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    const before = performance.now();
    world.step(DT);
    times.push(performance.now() - before);
  }
  const last = bodies[count - 1].position;
  const measured = {
    bodies: count,
    ms: median(times),
    buildSeconds,
    wasmBytes: bytes(),
    heapBytes: heapUsed() - heapBefore,
    finite: [0, 1, 2].every((axis) => Number.isFinite(last[axis])),
  };
  world.dispose();
  return measured;
}

function row(build: string, { bodies, ms, buildSeconds, wasmBytes, heapBytes, finite }: Measured, smallest: Measured): Cell[] {
  const linear = smallest.ms * (bodies / smallest.bodies);
  return [
    build,
    bodies,
    bodies / 2,
    finite ? ms : Number.POSITIVE_INFINITY,
    ms / linear,
    wasmBytes / MEGABYTE,
    wasmBytes / bodies,
    heapBytes / MEGABYTE,
    buildSeconds,
  ];
}

export const scaling: Suite = {
  name: 'scaling',
  description: '1k, 10k and 100k bodies joined in pairs: time and memory against linear growth',
  async run({ say }) {
    const holonomic = await loadPackage();
    const rows: Cell[][] = [];
    for (const build of ['single', 'double']) {
      await measure(holonomic, BUILDS[build], SIZES[0]); // lets the compilers of V8 settle
      let smallest: Measured | null = null;
      for (const count of SIZES) {
        say(`  ${build}, ${count} bodies`);
        const measured = await measure(holonomic, BUILDS[build], count);
        smallest ??= measured;
        rows.push(row(build, measured, smallest));
      }
    }
    return {
      name: 'scaling',
      title: 'scaling: free bodies, joined in pairs by ball joints, default settings',
      notes: [
        'ms: median step; to linear: that over what the smallest world would take at this size',
        'wasm: linear memory; heap: JavaScript objects; build: seconds to create everything and step once',
      ],
      columns: ['build', 'bodies', 'joints', 'ms', 'to linear', 'wasm MB', 'wasm bytes/body', 'heap MB', 'build s'],
      rows,
    };
  },
};
