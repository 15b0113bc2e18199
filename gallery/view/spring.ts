import { Color, Group, Vector3 } from 'three';
import type { DebugLines } from '../../bindings/debug/index.ts';
import type { GrabReadout } from '../engine/types.ts';
import type { Theme } from '../studio/palette.ts';
import { LineView } from './lines.ts';

const COILS = 7;
const SEGMENTS_PER_COIL = 14;
const SEGMENTS = COILS * SEGMENTS_PER_COIL;
/** Of the length: straight pieces at both ends. */
const STRAIGHT = 0.12;

/** The spring between a held body and the hand, and its force in newtons. */
export class SpringView {
  readonly group = new Group();
  readonly label = document.createElement('div');
  /** Where the label belongs; null while nothing is held. */
  anchor: Vector3 | null = null;
  private readonly view = new LineView(2.5);
  private readonly lines: DebugLines = {
    positions: new Float32Array(6 * SEGMENTS),
    colors: new Uint8Array(6 * SEGMENTS),
    count: SEGMENTS,
  };

  constructor(container: HTMLElement) {
    this.group.add(this.view.group);
    this.label.className = 'grab-label';
    this.label.setAttribute('aria-live', 'off');
    Object.assign(this.label.style, { position: 'absolute', left: '0', top: '0', pointerEvents: 'none', whiteSpace: 'nowrap' });
    this.label.hidden = true;
    container.append(this.label);
  }

  setTheme(theme: Theme): void {
    const [r, g, b] = new Color(theme.spring).convertLinearToSRGB().toArray();
    for (let k = 0; k < this.lines.colors.length; k += 3) this.lines.colors.set([255 * r, 255 * g, 255 * b], k);
  }

  /** @param radius of the coils, m */
  show(grab: GrabReadout | null, radius: number): void {
    this.label.hidden = !grab;
    if (!grab) {
      this.anchor = null;
      this.view.show(null);
      return;
    }
    this.anchor = new Vector3().fromArray(grab.to);
    const text = forceText(grab.force);
    if (this.label.textContent !== text) this.label.textContent = text;
    this.writeHelix(new Vector3().fromArray(grab.from), this.anchor, radius);
    this.view.show(this.lines);
  }

  dispose(): void {
    this.view.dispose();
    this.group.removeFromParent();
    this.label.remove();
  }

  private writeHelix(from: Vector3, to: Vector3, radius: number): void {
    const { positions } = this.lines;
    const along = to.clone().sub(from);
    // A spring that is short has narrow coils.
    const coil = Math.min(radius, 0.12 * along.length());
    const across = new Vector3(0, 1, 0).cross(along);
    if (across.lengthSq() < 1e-12 * along.lengthSq() || across.lengthSq() === 0) across.set(1, 0, 0);
    across.setLength(coil);
    const aside = along.clone().normalize().cross(across);
    const point = new Vector3();
    for (let k = 0; k <= SEGMENTS; k++) {
      const way = k / SEGMENTS;
      const coiled = Math.min(1, Math.max(0, (way - STRAIGHT) / (1 - 2 * STRAIGHT)));
      const angle = 2 * Math.PI * COILS * coiled;
      const width = coiled > 0 && coiled < 1 ? Math.min(1, 8 * coiled, 8 * (1 - coiled)) : 0;
      point.copy(from).addScaledVector(along, way);
      point.addScaledVector(across, width * Math.cos(angle)).addScaledVector(aside, width * Math.sin(angle));
      if (k > 0) point.toArray(positions, 6 * (k - 1) + 3);
      if (k < SEGMENTS) point.toArray(positions, 6 * k);
    }
  }
}

/** Newtons with three digits, as thousands or millions where they are many. */
function forceText(force: number): string {
  if (force >= 999_500) return `${(force / 1e6).toPrecision(3)} MN`;
  if (force >= 999.5) return `${(force / 1e3).toPrecision(3)} kN`;
  return `${force >= 1 ? force.toPrecision(3) : force.toFixed(2)} N`;
}
