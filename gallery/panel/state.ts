// What the controls show, and what they say when somebody changes it.
import type { DebugLayer } from '../../bindings/debug/layers.ts';
import type { ParameterSchemas } from '../../scenes/scene.ts';
import type { Order, WorldChoices } from '../engine/types.ts';
import type { Address } from '../page/address.ts';
import type { PeerName } from '../peers/names.ts';

/** Where worlds are stepped. */
export type Engine = Address['engine'];

/** Two worlds beside each other, or one over the other. */
export type Layout = Address['layout'];

/** A value for every setting of a world. */
export type AllChoices = Required<WorldChoices>;

export interface ControlState {
  /** By how much the simulated time runs faster than a clock, 0.05 to 2. */
  speed: number;
  engine: Engine;
  /** What the world of the scene has by default. */
  defaults: AllChoices;
  /** By what the world differs from the defaults. */
  settings: WorldChoices;
  /** By what a second world differs from the first; null without one. */
  compare: WorldChoices | null;
  /** Another engine that simulates the second world; null for Holonomic. */
  peer: PeerName | null;
  layout: Layout;
  /** Parameters that the scene has. */
  schemas: ParameterSchemas;
  /** Those of them that differ from their defaults. */
  parameters: Order['parameters'];
  layers: readonly DebugLayer[];
  /** Whether bodies are coloured by island. */
  islands: boolean;
  shadows: boolean;
  /** Whether there is a snapshot to go back to. */
  hasSnapshot: boolean;
  /** Slots of the bodies that there are, ascending. */
  bodies: readonly number[];
  /** Slot of the selected body; -1 for none. */
  body: number;
  /** Index of the selected joint; -1 for none. */
  joint: number;
  /** The joints at the selected body. */
  bodyJoints: readonly { index: number; type: string }[];
}

/** Called when somebody changes a control, never by `update`. */
export interface ControlCallbacks {
  onSpeed(speed: number): void;
  onEngine(engine: Engine): void;
  /** With all by which the world now differs from the defaults. */
  onSettings(settings: WorldChoices): void;
  /** With all parameters that now differ from their defaults. */
  onParameters(parameters: Order['parameters']): void;
  /** With all by which the second world now differs from the first; null if there is to be none. */
  onCompare(settings: WorldChoices | null): void;
  /** Another engine for the second world; null for none. */
  onPeer(peer: PeerName | null): void;
  onLayout(layout: Layout): void;
  onLayers(layers: DebugLayer[]): void;
  onIslands(islands: boolean): void;
  onShadows(shadows: boolean): void;
  onSnapshot(): void;
  onRestore(): void;
  onReset(): void;
  /** Begins a video of the stage, or ends it. */
  onRecord(): void;
  /** With -1 if none is to be selected. */
  onSelectBody(slot: number): void;
  onSelectJoint(index: number): void;
}
