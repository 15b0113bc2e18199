import { expect, test } from 'vitest';
import { COLORS } from '../../bindings/debug/colors.ts';
import { Box, World } from '../../bindings/index.ts';
import { Cloth, ParticleSet, Rope, SoftBody } from '../../bindings/particle/index.ts';
import { draw, expectVector, lengthOf, ofColor, SIZE } from './segments.ts';

const CUBE = {
  positions: [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => [0, 1, 2].map((axis) => ((corner >>> axis) & 1) - 0.5)),
  triangles: [0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6],
};

test('Distances are segments, marks tell where particles are pinned, and a world without particles has nothing.', async () => {
  const world = await World.create();
  expect(draw(world, 'particles')).toEqual([]);
  const rope = world.addParticles(new Rope({ from: [0, 0, 0], to: [1, 0, 0], segments: 4 }));
  const plain = draw(world, 'particles');
  expect(plain.length).toBe(4);
  expect(plain.every((segment) => Math.abs(lengthOf(segment) - 0.25) < 1e-6 && segment.color === COLORS.particle)).toBe(true);
  rope.pin(0);
  const marks = ofColor(draw(world, 'particles'), COLORS.pinned);
  expect(marks.length).toBeGreaterThan(0);
  for (const mark of marks) expect(lengthOf(mark)).toBeLessThan(SIZE);
  world.dispose();
});

test('Sets without distances show each edge of their triangles once, or a mark at each particle.', async () => {
  const world = await World.create();
  world.addParticles(new SoftBody({ mesh: CUBE, resolution: 1 }));
  expect(draw(world, 'particles').length).toBe(18);
  const set = world.addParticles(new ParticleSet({ positions: [5, 0, 0, 6, 0, 0] }));
  expect(draw(world, 'particles').length).toBe(18 + 2 * 12);
  world.removeParticles(set);
  expect(draw(world, 'particles').length).toBe(18);
  world.dispose();
});

test('What is attached shows at what body; what is broken shows no more; what sleeps is grey.', async () => {
  const world = await World.create({ gravity: [0, 0, 0] });
  const body = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [2, 1, 0], orientation: [0, 0, 0.6, 0.8] });
  const cloth = world.addParticles(
    new Cloth({
      columns: 2,
      rows: 2,
      attachments: [{ particle: 0, body, point: [0.5, 0.5, 0.5] }],
      stretchCompliance: 1,
      bendCompliance: 1,
    }),
  );
  const arms = ofColor(draw(world, 'particles'), COLORS.arm);
  expect(arms.length).toBe(1);
  expectVector(arms[0].from, [2, 1, 0], 1e-6);
  expectVector(arms[0].to, body.worldPoint([0.5, 0.5, 0.5]), 1e-6);
  cloth.detach(0);
  expect(ofColor(draw(world, 'particles'), COLORS.arm)).toEqual([]);
  for (let frame = 0; frame < 60 && !cloth.asleep; frame++) world.step(1 / 60);
  expect(cloth.asleep).toBe(true);
  expect(ofColor(draw(world, 'particles'), COLORS.asleep).length).toBe(6);
  world.dispose();
});
