export { Body2D } from './body.ts';
export { Capsule2D, Circle, HalfPlane, Polygon, type Shape2D, type Vec2, type Vec2Like } from './shapes.ts';
export { type Body2DOptions, World2D, type World2DOptions } from './world.ts';
