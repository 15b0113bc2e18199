import { type Box3, PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { SceneView } from '../../scenes/scene.ts';

const FIELD_OF_VIEW = 40;
const DIRECTION = [0.55, 0.4, 1] as const;
/** Room around what is fitted. */
const MARGIN = 1.12;
/** Of one press of an arrow, rad. */
const TURN = Math.PI / 36;
const ZOOM = 1.15;

/** The eye, and how people move it: by mouse, touch and keys. */
export class CameraRig {
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 1000);
  private readonly controls: OrbitControls;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.controls.dampingFactor = 0.12;
    this.controls.zoomToCursor = true;
    this.camera.position.set(...DIRECTION).multiplyScalar(5);
    canvas.addEventListener('keydown', this.onKey);
  }

  /** Looks at a box from a scene's direction, from as near as shows all of it. */
  fit({ direction = [...DIRECTION], target, distance }: SceneView, box: Box3): void {
    const { camera, controls } = this;
    if (target) controls.target.fromArray(target);
    else box.getCenter(controls.target);
    const away = new Vector3(...direction).normalize();
    camera.position.copy(controls.target).add(away);
    camera.lookAt(controls.target);
    camera.position.copy(controls.target).addScaledVector(away, distance ?? this.distanceTo(box));
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

  update(aspect: number): void {
    const { camera, controls } = this;
    controls.update();
    const distance = camera.position.distanceTo(controls.target);
    const [near, far] = [distance / 100, distance * 100];
    // Small changes are not worth a new projection.
    if (camera.aspect === aspect && Math.abs(camera.near / near - 1) < 0.1) return;
    Object.assign(camera, { aspect, near, far });
    camera.updateProjectionMatrix();
  }

  dispose(): void {
    this.canvas.removeEventListener('keydown', this.onKey);
    this.controls.dispose();
  }

  /** From the target, along the line of sight of now, m. */
  private distanceTo({ min, max }: Box3): number {
    const { camera, controls } = this;
    const slope = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) / MARGIN;
    const unturn = camera.quaternion.clone().invert();
    let distance = 0;
    for (let corner = 0; corner < 8; corner++) {
      const place = new Vector3(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z);
      const { x, y, z } = place.sub(controls.target).applyQuaternion(unturn);
      distance = Math.max(distance, z + Math.max(Math.abs(x) / camera.aspect, Math.abs(y)) / slope);
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
    if (!turn) return;
    event.preventDefault();
    const { camera, controls } = this;
    const orbit = new Spherical().setFromVector3(camera.position.clone().sub(controls.target));
    orbit.theta += turn[0];
    orbit.phi += turn[1];
    orbit.radius *= turn[2];
    camera.position.setFromSpherical(orbit.makeSafe()).add(controls.target);
  };
}
