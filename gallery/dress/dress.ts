// What scenes are dressed in: materials, colours and parts that show what a body is. Nothing here is simulated.
import type { BufferGeometry } from 'three';
import type { BodyLook, SceneLooks } from '../engine/types.ts';
import type { SubstanceName } from '../studio/surface-material.ts';

/** What a body is made of, and its colour. */
export interface Finish {
  readonly substance: SubstanceName;
  readonly color: string;
}

/** A piece that is drawn in a body's frame. */
export interface Part extends Finish {
  /** Parts with one key have the same geometry. */
  readonly key: string;
  make(): BufferGeometry;
}

/** A beam on two legs. */
export interface GantryShape {
  /** The way of the beam. */
  readonly along: 'x' | 'z';
  /** Half the distance of the legs, m; as far as what hangs may swing unless given. */
  readonly half?: number;
  /** Half the thickness of the beam, m; a small part of its height unless given. */
  readonly thickness?: number;
  /** How far the beam is above the anchors, m. */
  readonly above?: number;
}

export interface Dress {
  /** For a body that is drawn as its shape; null for the usual. `place` counts the dynamic bodies. */
  finish?(look: BodyLook, place: number, looks: SceneLooks): Finish | null;
  /** Instead of its shape; null for the shape. */
  parts?(look: BodyLook, place: number, looks: SceneLooks): readonly Part[] | null;
  /** What holds up what hangs from the world. */
  readonly gantry?: GantryShape;
  /** Whether wide floors are drawn as bodies, instead of the ground of the studio. */
  readonly floors?: boolean;
  /** Whether joints are drawn as pins, knuckles, coils and ropes; yes unless given. */
  readonly joints?: boolean;
}
