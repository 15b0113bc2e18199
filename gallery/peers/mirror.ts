// A scene that another engine simulates: its poses are put into a world of ours, which reads and draws them and does not step.
import { Poses, type Simulation, Velocities } from '../../bench/model.ts';
import type { OpenScene } from '../../scenes/open.ts';
import { SceneError } from '../../scenes/scene.ts';
import { loaders } from './loaders.ts';
import { PEERS, type PeerName } from './names.ts';
import { type PeerScene, peerScene, place } from './scene-data.ts';

export class Mirror {
  private readonly poses: Poses;
  private readonly velocities: Velocities;

  private constructor(
    private readonly open: OpenScene,
    private readonly scene: PeerScene,
    private readonly simulation: Simulation,
  ) {
    this.poses = new Poses(scene.data.bodies.length);
    this.velocities = new Velocities(scene.data.bodies.length);
  }

  /** With the defaults of the engine. Throws a `SceneError` where the engine or the scene cannot. */
  static async create(open: OpenScene, name: PeerName): Promise<Mirror> {
    const load = loaders[name];
    if (!load) throw new SceneError(`${PEERS[name]} is not in this build: run npm ci in bench/, and build the gallery again.`);
    const scene = peerScene(open);
    const build = await load();
    return new Mirror(open, scene, await build(scene.data, {}));
  }

  /** s. */
  get time(): number {
    return this.open.frame * this.open.scene.dt;
  }

  /** One frame; returns the ms that the engine took. */
  step(): number {
    const { open, poses, scene, simulation, velocities } = this;
    const start = performance.now();
    simulation.step();
    const duration = performance.now() - start;
    simulation.read(poses);
    simulation.readVelocities(velocities);
    for (const [index, body] of scene.bodies) {
      place(body, poses.position(index), poses.orientation(index));
      body.linearVelocity = velocities.linear.subarray(3 * index, 3 * index + 3);
      body.angularVelocity = velocities.angular.subarray(3 * index, 3 * index + 3);
    }
    open.frame++;
    return duration;
  }

  dispose(): void {
    this.simulation.dispose();
  }
}
