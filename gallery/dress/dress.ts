// What scenes are dressed in: materials, colours and parts that show what a body is. Nothing here is simulated.
import type { BufferGeometry } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import type { BodyLook, SceneLooks } from '../engine/types.ts';
import type { Span } from '../props/placed.ts';
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
  /** Of a sensor: solid, and bright while something is in it. */
  readonly lamp?: boolean;
  make(): BufferGeometry;
}

/** A beam on two legs. */
export interface GantryShape {
  /** The way of the beam. */
  readonly along: 'x' | 'z';
  /** Half the distance of the legs, m; as far as what hangs may swing unless given. */
  readonly half?: number;
  /** Instead of that, in parts of the height. */
  readonly spread?: number;
  /** Half the thickness of the beam, m; a small part of its height unless given. */
  readonly thickness?: number;
  /** How far the beam is above the anchors, m. */
  readonly above?: number;
}

/** An upright board behind a mechanism in the plane of x and y, which holds its pins. */
export interface BoardShape {
  /** From the anchors back to its face, m. */
  readonly behind: number;
  /** How far it goes beyond the anchors, to the sides and up, m. */
  readonly margin: readonly [aside: number, up: number];
  /** Radius of the pins, m. */
  readonly pin: number;
  /** Half its thickness, m. */
  readonly thickness: number;
}

/** A post under each point of the world that a joint holds on to. */
export interface PostShape {
  /** Half sizes along x and z, m. */
  readonly half: readonly [number, number];
  /** How far it is above the point, m. */
  readonly above: number;
}

/** A belt along x, in the frame of the body whose surface moves. */
export interface BeltShape {
  /** Where it begins and ends, m. */
  readonly from: number;
  readonly to: number;
  readonly halfWidth: number;
  /** Of its surface, m. */
  readonly height: number;
  /** From cleat to cleat, m. */
  readonly gap: number;
  readonly color: string;
}

/** A name at a place of the world. */
export interface Label {
  readonly at: Vec3;
  readonly text: string;
}

export interface Dress {
  /** For a body that is drawn as its shape; null for the usual. `place` counts the dynamic bodies. */
  finish?(look: BodyLook, place: number, looks: SceneLooks): Finish | null;
  /** Instead of its shape; null for the shape. */
  parts?(look: BodyLook, place: number, looks: SceneLooks): readonly Part[] | null;
  /** For a set of particles, by its number; null for the usual. */
  particles?(number: number): Finish | null;
  /** Rods from body to body that show how things hang together: bones, say. */
  spans?(looks: SceneLooks): readonly Span[];
  /** What holds up what hangs from the world. */
  readonly gantry?: GantryShape;
  /** What holds a mechanism. */
  readonly board?: BoardShape;
  readonly posts?: PostShape;
  /** Cleats that go with the surface velocity of a body. */
  readonly belt?: BeltShape;
  /** What stands in the world and is no body: in the frame of the world, on ground of this height, m. */
  fixed?(looks: SceneLooks, ground: number): readonly Part[];
  /** Height of the ground where it depends on what the scene was built with, m. */
  groundOf?(looks: SceneLooks): number;
  /** Whether endless slopes are drawn as planes; yes unless given. */
  readonly slopes?: boolean;
  /** Names of what is on show. */
  labels?(looks: SceneLooks): readonly Label[];
  /** Whether wide floors are drawn as bodies, instead of the ground of the studio. */
  readonly floors?: boolean;
  /** Whether joints are drawn as pins, knuckles, coils and ropes; yes unless given. */
  readonly joints?: boolean;
}
