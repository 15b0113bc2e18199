export { Body2D } from './body.ts';
export type { Body2DOptions } from './body-options.ts';
export type { MassProperties2D } from './mass.ts';
export { Capsule2D, Circle, HalfPlane, Polygon, type Shape2D, type Vec2, type Vec2Like } from './shapes.ts';
export { World2D, type World2DOptions } from './world.ts';
