// What has other bits in other JavaScript engines when Math does it: a scene starts the same everywhere.
import { angleOfPoint, sineAndCosine } from '../bindings/core/trigonometry.ts';

/** Of an angle of at most some thousand turns, rad. */
export const sine = (angle: number): number => sineAndCosine(angle).sine;
export const cosine = (angle: number): number => sineAndCosine(angle).cosine;
/** The angle of the point (x, y), in [-π, π]. */
export const arctangent = angleOfPoint;
export const arcsine = (value: number): number => arctangent(value, Math.sqrt((1 - value) * (1 + value)));
export const arccosine = (value: number): number => arctangent(Math.sqrt((1 - value) * (1 + value)), value);
/** The hypotenuse. */
export const hypotenuse = (x: number, y: number): number => Math.sqrt(x * x + y * y);
export const tangent = (angle: number): number => sine(angle) / cosine(angle);
