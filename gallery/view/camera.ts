import { type Box3, PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { SceneView } from '../../scenes/scene.ts';
import { type Insets, NO_INSETS } from './viewports.ts';

/** °; things look made rather than filmed. Distances of scenes are those of an eye with `SCENE_FIELD`. */
const FIELD_OF_VIEW = 30;
const SCENE_FIELD = 40;
const DIRECTION = [0.55, 0.4, 1] as const;
/** Room around what is fitted. */
const MARGIN = 1.12;
/** Width over height of what is looked at, unless its scene says otherwise; a narrower picture takes it from up to so many times as far. */
const ASPECT = 1.25;
const FARTHEST = 2.6;
/** Of one press of an arrow, rad. */
const TURN = Math.PI / 36;
const ZOOM = 1.15;
/** Of the distance: how far above the ground the eye stays. */
const ABOVE_GROUND = 0.015;

const halfSlope = (degrees: number) => Math.tan((degrees * Math.PI) / 360);

/** The part of the picture that is not covered. */
interface Frame {
  readonly width: number;
  readonly height: number;
  readonly insets: Insets;
}

/** The eye, and how people move it: by mouse, touch and keys. */
export class CameraRig {
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 1000);
  /** Height that the eye stays above, m. */
  ground = -Infinity;
  private readonly controls: OrbitControls;
  private frame: Frame = { width: 1, height: 1, insets: NO_INSETS };

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.controls.dampingFactor = 0.12;
    this.controls.zoomToCursor = true;
    this.camera.position.set(...DIRECTION).multiplyScalar(5);
    canvas.addEventListener('keydown', this.onKey);
  }

  /** Looks at a box from a scene's direction, from as near as shows all of it. */
  fit({ aspect, direction = [...DIRECTION], target, distance }: SceneView, box: Box3): void {
    const { camera, controls } = this;
    if (target) controls.target.fromArray(target);
    else box.getCenter(controls.target);
    const away = new Vector3(...direction).normalize();
    camera.position.copy(controls.target).add(away);
    camera.lookAt(controls.target);
    camera.position.copy(controls.target).addScaledVector(away, distance ? this.scaled(distance, aspect) : this.distanceTo(box));
    this.settle();
  }

  get text(): string {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()].map((number) => Number(number.toPrecision(4))).join();
  }

  /** Ignores what is no camera. */
  set text(text: string) {
    const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
    if (numbers.length !== 6 || !numbers.every(Number.isFinite)) return;
    this.camera.position.fromArray(numbers);
    this.controls.target.fromArray(numbers, 3);
    this.settle();
  }

  set enabled(enabled: boolean) {
    this.controls.enabled = enabled;
  }

  get target(): Vector3 {
    return this.controls.target;
  }

  /** Moves eye and target alike. */
  travel(way: Vector3): void {
    this.controls.target.add(way);
    this.camera.position.add(way);
  }

  /** Follows the size of the picture; `frame` is what of it can be seen. */
  setFrame(frame: Frame): void {
    this.frame = frame;
  }

  update(): void {
    const { camera, controls } = this;
    controls.update();
    const distance = camera.position.distanceTo(controls.target);
    camera.position.y = Math.max(camera.position.y, this.ground + ABOVE_GROUND * distance);
    camera.near = distance / 100;
    camera.far = distance * 100;
  }

  /** Draws into a frame from now on: what is looked at is in the middle of what is not covered. */
  use({ width, height, insets }: Frame): void {
    const { camera } = this;
    camera.aspect = width / height;
    camera.setViewOffset(width, height, (insets.right - insets.left) / 2, (insets.bottom - insets.top) / 2, width, height);
  }

  dispose(): void {
    this.canvas.removeEventListener('keydown', this.onKey);
    this.controls.dispose();
  }

  /** Parts of the picture's width and height that are free, and the aspect of what is. */
  private get free(): { width: number; height: number; aspect: number } {
    const { width, height, insets } = this.frame;
    const free = [Math.max(width - insets.left - insets.right, 0.3 * width), Math.max(height - insets.top - insets.bottom, 0.3 * height)];
    return { width: free[0] / width, height: free[1] / height, aspect: free[0] / free[1] };
  }

  /** A scene's distance for this eye and this picture. */
  private scaled(distance: number, wanted = ASPECT): number {
    const { height, aspect } = this.free;
    const narrow = Math.min(FARTHEST, Math.max(1, wanted / aspect));
    return ((distance * halfSlope(SCENE_FIELD)) / halfSlope(FIELD_OF_VIEW)) * (narrow / height);
  }

  /** From the target, along the line of sight of now, m. */
  private distanceTo({ min, max }: Box3): number {
    const { camera, controls } = this;
    const { height, aspect } = this.free;
    const slope = (halfSlope(FIELD_OF_VIEW) / MARGIN) * height;
    const unturn = camera.quaternion.clone().invert();
    let distance = 0;
    for (let corner = 0; corner < 8; corner++) {
      const place = new Vector3(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z);
      const { x, y, z } = place.sub(controls.target).applyQuaternion(unturn);
      distance = Math.max(distance, z + Math.max(Math.abs(x) / aspect, Math.abs(y)) / slope);
    }
    return distance;
  }

  /** Forgets the motion that is left of a turn before. */
  private settle(): void {
    const { controls } = this;
    const { enableDamping } = controls;
    controls.enableDamping = false;
    controls.update();
    controls.enableDamping = enableDamping;
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const turns: Record<string, [theta: number, phi: number, zoom: number]> = {
      ArrowLeft: [-TURN, 0, 1],
      ArrowRight: [TURN, 0, 1],
      ArrowUp: [0, -TURN, 1],
      ArrowDown: [0, TURN, 1],
      '+': [0, 0, 1 / ZOOM],
      '=': [0, 0, 1 / ZOOM],
      '-': [0, 0, ZOOM],
    };
    const turn = turns[event.key];
    if (!turn || event.defaultPrevented) return;
    event.preventDefault();
    const { camera, controls } = this;
    const orbit = new Spherical().setFromVector3(camera.position.clone().sub(controls.target));
    orbit.theta += turn[0];
    orbit.phi += turn[1];
    orbit.radius *= turn[2];
    camera.position.setFromSpherical(orbit.makeSafe()).add(controls.target);
  };
}
