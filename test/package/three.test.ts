// The package in a user's project with three.js, which only its helpers need.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from './dist.ts';
import { bundle, compile, makeProject, project, removeProject, run, write } from './project.ts';

/** Shapes that helpers make are shapes of the engine, which is there once. */
const THREE_PROGRAM = `
import { Box, HolonomicError, World } from 'holonomic';
import { DEBUG_LAYERS } from 'holonomic/debug';
import { poseObject, shapeOf } from 'holonomic/three';
import { BoxGeometry, Mesh } from 'three';
const mesh = new Mesh(new BoxGeometry(1, 2, 3));
const shape = shapeOf(mesh);
const world = await World.create();
const body = world.addBody({ shape, position: { x: 1, y: 2, z: 3 } });
poseObject(mesh, body, world);
let code = '';
try { shapeOf(mesh, { scale: 0 }); } catch (error) { code = error instanceof HolonomicError && error.code; }
console.log(JSON.stringify([shape instanceof Box, shape.halfExtents, mesh.position.toArray(), code, DEBUG_LAYERS.includes('forces')]));
`;
const THREE_RESULTS = [true, [0.5, 1, 1.5], [1, 2, 3], 'invalid-argument', true];

beforeAll(makeProject);
afterAll(removeProject);

/** Installs what a package needs of others, as links. */
function installThree(): void {
  fs.mkdirSync(path.join(project, 'node_modules/@types'), { recursive: true });
  for (const name of ['three', '@types/three'])
    fs.symlinkSync(fs.realpathSync(path.join(ROOT, 'node_modules', name)), path.join(project, 'node_modules', name));
}

function uninstallThree(): void {
  for (const name of ['three', '@types/three']) fs.rmSync(path.join(project, 'node_modules', name));
}

describe('a user’s program with three.js', () => {
  beforeAll(() => {
    installThree();
    write('three-program.mjs', THREE_PROGRAM);
  });
  afterAll(uninstallThree);

  test('runs in plain Node', () => {
    const { status, output } = run(process.execPath, ['three-program.mjs']);
    expect([status, output.trim()]).toEqual([0, JSON.stringify(THREE_RESULTS)]);
  });

  test.each(['bundler', 'nodenext'])('passes tsc with its types, module resolution %s', (resolution) => {
    const outcome = compile(
      resolution,
      'three-typed.ts',
      `import { type Body, World } from 'holonomic';
       import { DEBUG_LAYERS, type DebugLayer } from 'holonomic/debug';
       import { createLines, geometryOf, type Poses, poseInstances, poseObject, shapeOf, updateLines } from 'holonomic/three';
       import { type BufferGeometry, BoxGeometry, InstancedMesh, type LineSegments, Mesh, MeshBasicMaterial, Scene } from 'three';
       const layers: readonly DebugLayer[] = DEBUG_LAYERS;
       const scene = new Scene();
       const world = await World.create();
       const mesh = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
       const body: Body = world.addBody({ shape: shapeOf(mesh, { as: 'hull', scale: [1, 2, 3] }), position: mesh.position, orientation: mesh.quaternion });
       const geometry: BufferGeometry = geometryOf(shapeOf(mesh.geometry));
       const poses: Poses = { transforms: world.transforms, previous: world.transforms.slice(), alpha: 0.5 };
       poseObject(mesh, body, world);
       poseInstances(new InstancedMesh(geometry, mesh.material, 2), [body, 0], poses, new Float32Array(6));
       const lines: LineSegments = createLines({ depthTest: false });
       updateLines(lines, { positions: new Float32Array(6), colors: new Uint8Array(6), count: 1 });
       scene.add(mesh, lines);
       // @ts-expect-error a kind that there is not
       shapeOf(mesh, { as: 'ball' });
       // @ts-expect-error a mesh is needed
       shapeOf(scene);
       export { layers };`,
    );
    expect(outcome).toEqual([0, '']);
  });

  test('is bundled by esbuild without configuration, the engine once', async () => {
    const outdir = path.join(project, 'bundle-three');
    const { warnings, metafile } = await bundle('three-program.mjs', outdir, { splitting: true });
    expect(warnings).toEqual([]);
    const texts = Object.keys(metafile.outputs).map((file) => fs.readFileSync(path.resolve(file), 'utf8'));
    expect(texts.join('').match(/\bclass Box extends ConvexShape\b|\bBox = class extends ConvexShape\b/g)?.length).toBe(1);
    const { status, output } = run(process.execPath, [path.join(outdir, 'three-program.mjs')]);
    expect([status, output.trim()]).toEqual([0, JSON.stringify(THREE_RESULTS)]);
  });
});

test('without three.js everything else works', () => {
  expect(fs.existsSync(path.join(project, 'node_modules/three'))).toBe(false);
  const program =
    "import { World } from 'holonomic'; import 'holonomic/debug'; const world = await World.create(); console.log(world.time);";
  expect(run(process.execPath, [write('alone.mjs', program)])).toEqual({ status: 0, output: '0\n' });
});
