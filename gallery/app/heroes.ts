// Playing with scenes: driving, and throwing balls.
import type { Vec3 } from '../../bindings/index.ts';
import { Driving } from '../heroes/driving.ts';
import type { Inputs } from '../heroes/hero.ts';
import { driveOf, popsIn, throwOf } from '../heroes/index.ts';
import type { Stage } from '../view/stage.ts';
import type { Display } from './display.ts';
import type { Gallery } from './gallery.ts';

/** m from which a view follows what is driven. */
const CHASE = 7;
/** Of its speed, how much a ball is thrown upwards. */
const LOFT = 0.12;

export class Heroes {
  private driving: Driving | null = null;
  private scene = '';
  /** Where the pointer was last; balls are thrown there. */
  private pointer: { x: number; y: number } | null = null;

  constructor(
    private readonly page: Document,
    private readonly stage: Stage,
    private readonly gallery: Gallery,
    private readonly display: Display,
  ) {
    stage.canvas.addEventListener('pointermove', ({ clientX, clientY }) => {
      this.pointer = { x: clientX, y: clientY };
    });
  }

  /** A run of a scene has begun. */
  open(scene: string): void {
    this.stop();
    this.scene = scene;
    if (driveOf(scene)) this.offerDrive();
    else if (popsIn(scene)) this.display.setHero('Pop', 'Pop the balloon at the pointer (T)');
    else if (throwOf(scene)) this.display.setHero('Throw', `Throw a ${throwOf(scene)!.what} (T)`);
    else this.display.setHero(null);
  }

  /** What the button does. */
  play(): void {
    if (driveOf(this.scene)) this.drive();
    else {
      this.pointer = null;
      this.throwBall();
    }
  }

  /** Takes the wheel, or gives it back. */
  drive(): void {
    const drive = driveOf(this.scene);
    const { player, run } = this.gallery;
    if (!drive || !player || !run) return;
    if (this.driving) {
      this.stop();
      return;
    }
    const send = (inputs: Inputs | null) => void this.gallery.run?.drive(inputs);
    this.driving = new Driving(this.page, drive, send, () => this.stop());
    const bodies = run.opened[0].looks.bodies.filter(({ kind }) => kind === 'dynamic');
    if (drive.follows !== undefined) this.display.follow(bodies[drive.follows].slot, CHASE);
    this.display.setHero('Stop', 'Stop (Escape)');
    this.display.notice(drive.hint);
    player.playing = true;
  }

  /** Throws something to where the pointer is, or to the middle of the picture; or pops what is there. */
  throwBall(): void {
    const thrown = throwOf(this.scene);
    const { player, run } = this.gallery;
    const pops = popsIn(this.scene);
    if (!(thrown || pops) || !player || !run) return;
    const { left, top, width, height } = this.stage.canvas.getBoundingClientRect();
    const { x, y } = this.pointer ?? { x: left + width / 2, y: top + 0.45 * height };
    const { from, direction, size } = this.stage.throwFrom(x, y);
    player.playing = true;
    if (!thrown) {
      void run.pop(from, direction);
      return;
    }
    const speed = thrown.speed * size;
    const velocity = direction.map((part, axis) => speed * (part + (axis === 1 ? LOFT : 0))) as Vec3;
    void (thrown.what === 'doll' ? run.throwDoll(from, velocity) : run.throwBall(from, velocity, thrown.radius * size));
  }

  private stop(): void {
    const was = this.driving;
    this.driving = null;
    this.display.follow(-1);
    if (!was) return;
    was.dispose();
    this.offerDrive();
  }

  private offerDrive(): void {
    const name = driveOf(this.scene)?.name;
    if (name) this.display.setHero(name, `${name} (D)`);
  }
}
