// Taking hold of bodies with a mouse, a finger or a pen.
import type { Vec3 } from '../../bindings/index.ts';
import type { Pick as Hit, Stage } from '../view/stage.ts';

/** Pixels within which a press counts as a click. */
const CLICK = 4;

export interface DraggingEvents {
  /** Whether a body can be moved by hand. */
  movable(slot: number): boolean;
  /** Takes hold of a body at a point that is on it. */
  seize(hit: Hit): void;
  drag(point: Vec3): void;
  release(): void;
  /** A body was clicked, or nothing: -1. */
  click(slot: number): void;
}

interface Press {
  pointer: number;
  x: number;
  y: number;
  hit: Hit | null;
  /** Whether the body that was hit can be moved. */
  movable: boolean;
  moved: boolean;
}

/** Listens to the stage; returns what ends that. */
export function attachDragging(target: HTMLElement, stage: Stage, events: DraggingEvents): () => void {
  let press: Press | null = null;

  const down = (event: PointerEvent) => {
    if (event.button !== 0 || press) return;
    const hit = stage.pick(event.clientX, event.clientY);
    const movable = hit !== null && events.movable(hit.slot);
    press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, hit, movable, moved: false };
    if (!movable) return;
    stage.setOrbiting(false);
    target.setPointerCapture(event.pointerId);
  };
  /** Says by cursor and light what is under a pointer that does not press. */
  const hover = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
    const hit = stage.pick(event.clientX, event.clientY);
    const movable = hit !== null && events.movable(hit.slot);
    stage.hover(hit?.side ?? 0, movable ? hit.slot : -1);
    target.dataset.over = hit === null ? '' : movable ? 'movable' : 'fixed';
  };
  const leave = () => stage.hover(0, -1);
  const move = (event: PointerEvent) => {
    if (!press) hover(event);
    if (event.pointerId !== press?.pointer) return;
    const starts = !press.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) > CLICK;
    press.moved ||= starts;
    if (!press.hit || !press.movable || !press.moved) return;
    if (starts) {
      target.dataset.over = 'held';
      events.seize(press.hit);
    }
    events.drag(stage.pointOnPlane(event.clientX, event.clientY, press.hit.point));
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== press?.pointer) return;
    if (press.moved && press.movable) events.release();
    if (!press.moved && event.type === 'pointerup') events.click(press.hit?.slot ?? -1);
    press = null;
    target.dataset.over = '';
    stage.setOrbiting(true);
  };

  // Before the camera's own listeners, which are switched off while a body is held.
  target.addEventListener('pointerdown', down, { capture: true });
  target.addEventListener('pointermove', move);
  target.addEventListener('pointerleave', leave);
  target.addEventListener('pointerup', end);
  target.addEventListener('pointercancel', end);
  return () => {
    target.removeEventListener('pointerdown', down, { capture: true });
    target.removeEventListener('pointermove', move);
    target.removeEventListener('pointerleave', leave);
    target.removeEventListener('pointerup', end);
    target.removeEventListener('pointercancel', end);
  };
}
