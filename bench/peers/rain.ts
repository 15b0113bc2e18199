// Box3D, shared/benchmarks.c: rain. Ragdolls fall on meshes, one column after the other, and come anew when there is none left to come.
import { COMMON } from '../contacts/scenes.ts';
import type { Arrival, BodySpec, MeshShape, Poses, SceneData, Vec3 } from '../model.ts';
import { type Assembled, addHuman } from './human.ts';

const CELL = 15;
const GRID = { quads: 8, size: 1.875 };
const TORUS = { around: 16, across: 16, major: 3.75, minor: 1 };
const FALL = 20;
const IN_A_CELL = 3;
const FRAMES = 400;
/** A column comes in the frames that have none of these bits. */
const PAUSE = 0x2f;

const SCENE = { ...COMMON, gravity: [0, -10, 0] as Vec3, warmup: 1 };

/** A flat square of triangles. */
function gridMesh(): MeshShape {
  const { quads, size } = GRID;
  const vertices: number[] = [];
  const indices: number[] = [];
  const place = (index: number) => size * (index - quads / 2);
  const vertex = (x: number, z: number) => x * (quads + 1) + z;
  for (let x = 0; x <= quads; x++)
    for (let z = 0; z <= quads; z++) {
      vertices.push(place(x), 0, place(z));
      if (x === quads || z === quads) continue;
      const [v00, v01, v10, v11] = [vertex(x, z), vertex(x, z + 1), vertex(x + 1, z), vertex(x + 1, z + 1)];
      indices.push(v00, v01, v11, v11, v10, v00);
    }
  return { type: 'mesh', vertices, indices };
}

/** A torus about Z, which stands upright. */
function torusMesh(): MeshShape {
  const { across, around, major, minor } = TORUS;
  const vertices: number[] = [];
  const indices: number[] = [];
  const vertex = (i: number, j: number) => (i % around) * across + (j % across);
  for (let i = 0; i < around; i++)
    for (let j = 0; j < across; j++) {
      const [turn, tube] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const radius = major + minor * Math.cos(tube);
      vertices.push(radius * Math.cos(turn), radius * Math.sin(turn), minor * Math.sin(tube));
      const [a, b, c, d] = [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
      indices.push(a, b, c, c, d, a);
    }
  return { type: 'mesh', vertices, indices };
}

const still = (mesh: MeshShape, position: Vec3): BodySpec => ({
  mass: 0,
  inertia: [0, 0, 0],
  position,
  orientation: [0, 0, 0, 1],
  mesh,
});

/** `side`: of the square of cells, and of its columns. */
export function rain(side = 10): SceneData {
  const [ground, torus] = [gridMesh(), torusMesh()];
  const scene: Assembled = { bodies: [], balls: [], hinges: [], apart: [] };
  const place = (index: number) => CELL * (index - (side - 1) / 2);
  for (let column = 0; column < side; column++)
    for (let row = 0; row < side; row++) for (const mesh of [ground, torus]) scene.bodies.push(still(mesh, [place(column), 0, place(row)]));
  const inAColumn = side * IN_A_CELL;
  for (let column = 0; column < side; column++)
    // Their hands begin in each other, as in Box3D.
    for (let k = 0; k < inAColumn; k++)
      addHuman(scene, column * inAColumn + k, [place(column) + 0.75 * (k % IN_A_CELL), FALL, place(Math.floor(k / IN_A_CELL))]);
  const frames = Array.from({ length: FRAMES }, (_, frame) => frame).filter((frame) => (frame & PAUSE) === 0);
  const arrivals = frames.map((frame, k): Arrival => {
    const first = (k % side) * inAColumn;
    return { frame, assemblies: Array.from({ length: inAColumn }, (_, i) => first + i) };
  });
  return {
    ...SCENE,
    name: 'rain',
    description: `Box3D: ${side * inAColumn} ragdolls of 14 capsules fall on ${2 * side * side} meshes, column by column, without friction and springs in their joints`,
    ...scene,
    arrivals,
    measure: (poses) => ({ 'below ground': belowGround(scene.bodies, poses, (side * CELL) / 2) }),
  };
}

/** Bodies whose centres are below the ground, and not beside it, where they fall off its rim. */
function belowGround(bodies: readonly BodySpec[], poses: Poses, half: number): number {
  let count = 0;
  for (const [index, { mass }] of bodies.entries()) {
    if (mass === 0 || !poses.has(index)) continue;
    const [x, y, z] = poses.position(index);
    if (!(y > 0) && !(Math.abs(x) > half || Math.abs(z) > half)) count++;
  }
  return count;
}
