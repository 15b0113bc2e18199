// What can be played with besides pulling at bodies.

/** Inputs of a scene that a hand gives instead of the scene itself, each from -1 to 1. */
export type Inputs = Readonly<Record<string, number>>;

export interface Drive {
  /** Inputs of the scene by the keys that are held. */
  readonly keys: Readonly<Record<string, readonly [input: string, value: number]>>;
  /** Buttons on a touch screen. */
  readonly pads: readonly (readonly [key: string, text: string, name: string])[];
  /** Number among the dynamic bodies of the one that the view follows; none where the view stays. */
  readonly follows?: number;
  /** What one does, as the button says it. */
  readonly name: string;
  readonly hint: string;
}

/** m of the ball's radius, and its speed in m/s, in parts of the radius of the scene. */
export interface Throw {
  readonly radius: number;
  readonly speed: number;
  readonly what: 'ball' | 'doll';
}
