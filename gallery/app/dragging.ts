// Taking hold of bodies with a mouse, a finger or a pen.
import type { Vec3 } from '../../bindings/index.ts';
import type { Stage } from '../view/stage.ts';

/** Pixels within which a press counts as a click. */
const CLICK = 4;

export interface DraggingEvents {
  /** Whether a body can be moved by hand. */
  movable(slot: number): boolean;
  /** Takes hold of a body at a world point that is on it. */
  seize(slot: number, point: Vec3): void;
  drag(point: Vec3): void;
  release(): void;
  /** A body was clicked, or nothing: -1. */
  click(slot: number): void;
}

interface Press {
  pointer: number;
  x: number;
  y: number;
  /** Of the body that was hit; -1 for none. */
  slot: number;
  /** Where a body that can be moved was hit. */
  point: Vec3 | null;
  moved: boolean;
}

/** Listens to the stage; returns what ends that. */
export function attachDragging(target: HTMLElement, stage: Stage, events: DraggingEvents): () => void {
  let press: Press | null = null;

  const down = (event: PointerEvent) => {
    if (event.button !== 0 || press) return;
    const hit = stage.pick(event.clientX, event.clientY);
    const point = hit && events.movable(hit.slot) ? hit.point : null;
    press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, slot: hit?.slot ?? -1, point, moved: false };
    if (!point) return;
    stage.setOrbiting(false);
    target.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== press?.pointer) return;
    const starts = !press.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) > CLICK;
    press.moved ||= starts;
    if (!press.point || !press.moved) return;
    if (starts) events.seize(press.slot, press.point);
    events.drag(stage.pointOnPlane(event.clientX, event.clientY, press.point));
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== press?.pointer) return;
    if (press.moved && press.point) events.release();
    if (!press.moved && event.type === 'pointerup') events.click(press.slot);
    press = null;
    stage.setOrbiting(true);
  };

  // Before the camera's own listeners, which are switched off while a body is held.
  target.addEventListener('pointerdown', down, { capture: true });
  target.addEventListener('pointermove', move);
  target.addEventListener('pointerup', end);
  target.addEventListener('pointercancel', end);
  return () => {
    target.removeEventListener('pointerdown', down, { capture: true });
    target.removeEventListener('pointermove', move);
    target.removeEventListener('pointerup', end);
    target.removeEventListener('pointercancel', end);
  };
}
