import { describe, expect, test } from 'vitest';
import { anchorErrors, Poses } from '../../bench/model.ts';
import { Mirror } from '../../gallery/peers/mirror.ts';
import { peerScene, place } from '../../gallery/peers/scene-data.ts';
import { scenes } from '../../scenes/index.ts';
import { openScene } from '../../scenes/open.ts';
import { type Scene, sceneNamed } from '../../scenes/scene.ts';

const opened = (name: string, parameters = {}) => openScene(sceneNamed<Scene>(name, scenes), { parameters });

describe.each(['wrecking-ball', 'double-pendulum', 'bunny-chain', 'heavy-chain'])('%s for other engines', (name) => {
  test('has the same joints, closed at the start, and poses that go back into its world', async () => {
    const open = await opened(name);
    const { world } = open;
    const { data, bodies } = peerScene(open);
    expect(data.balls.length + data.hinges!.length).toBe(world.jointCount);
    const poses = new Poses(data.bodies.length);
    for (const [index, { position, orientation }] of data.bodies.entries()) poses.set(index, ...position, ...orientation);
    expect(anchorErrors(data, poses).max).toBeLessThan(1e-5);
    const before = world.transforms.slice();
    for (const [index, body] of bodies) place(body, poses.position(index), poses.orientation(index));
    expect(Math.max(...world.transforms.map((value, k) => Math.abs(value - before[k])))).toBeLessThan(1e-5);
    open.dispose();
  });
});

test.each([
  ['four-bar', /motors/],
  ['flag', /particles/],
  ['breaking-bridge', /acts on its bodies/],
])('%s is refused, with the reason', async (name, reason) => {
  const open = await opened(name);
  expect(() => peerScene(open)).toThrow(reason);
  open.dispose();
});

test('an engine that the page was not built with says how to get it', async () => {
  const open = await opened('double-pendulum');
  await expect(Mirror.create(open, 'rapier')).rejects.toThrow('run npm ci in bench/');
  open.dispose();
});
