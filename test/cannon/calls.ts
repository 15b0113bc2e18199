// Calls of what needs no world: each returns what it gave, as numbers and texts.
import type { Cannon } from './packages.ts';

/** Numbers from -2 to 2, the same for each of the packages. */
export type Draw = () => number;

type Call = (C: Cannon, draw: Draw) => unknown;

export const CALLS: Record<string, Call> = {};

const vec = (C: Cannon, draw: Draw) => new C.Vec3(draw(), draw(), draw());
const quat = (C: Cannon, draw: Draw) => new C.Quaternion(draw(), draw(), draw(), draw()).normalize();

/** A method of a vector or a quaternion: what it returns, the target, and the object itself. */
function method<Made extends object>(name: string, make: (C: Cannon, draw: Draw) => Made, args: (C: Cannon, draw: Draw) => unknown[]) {
  CALLS[name] = (C, draw) => {
    const object = make(C, draw) as unknown as Record<string, (...given: unknown[]) => unknown>;
    const given = args(C, draw);
    const result = object[name.split('.')[1]](...given);
    return [result, object, given];
  };
}

const V = [
  ...['vadd', 'vsub', 'cross', 'vmul'].map((name) => [name, (C: Cannon, draw: Draw) => [vec(C, draw)]] as const),
  ...['vadd', 'vsub', 'cross', 'vmul'].map((name) => [`${name}.target`, (C: Cannon, draw: Draw) => [vec(C, draw), new C.Vec3()]] as const),
  ...['dot', 'distanceTo', 'distanceSquared', 'copy', 'isAntiparallelTo', 'almostEquals'].map(
    (name) => [name, (C: Cannon, draw: Draw) => [vec(C, draw)]] as const,
  ),
  ...[
    'normalize',
    'unit',
    'length',
    'lengthSquared',
    'isZero',
    'negate',
    'toString',
    'toArray',
    'clone',
    'crossmat',
    'setZero',
    'almostZero',
  ].map((name) => [name, () => []] as const),
  ['tangents', (C: Cannon) => [new C.Vec3(), new C.Vec3()]] as const,
  ['scale', (_: Cannon, draw: Draw) => [draw()]] as const,
  ['addScaledVector', (C: Cannon, draw: Draw) => [draw(), vec(C, draw)]] as const,
  ['lerp', (C: Cannon, draw: Draw) => [vec(C, draw), draw(), new C.Vec3()]] as const,
  ['set', (_: Cannon, draw: Draw) => [draw(), draw(), draw()]] as const,
];
for (const [name, args] of V) method(`Vec3.${name}`, vec, args as (C: Cannon, draw: Draw) => unknown[]);

const Q: [string, (C: Cannon, draw: Draw) => unknown[]][] = [
  ['mult', (C, draw) => [quat(C, draw)]],
  ['inverse', () => []],
  ['conjugate', () => []],
  ['normalize', () => []],
  ['normalizeFast', () => []],
  ['vmult', (C, draw) => [vec(C, draw)]],
  ['toEuler', (C) => [new C.Vec3()]],
  ['toAxisAngle', () => []],
  ['setFromAxisAngle', (C, draw) => [vec(C, draw).unit(), draw()]],
  ['setFromVectors', (C, draw) => [vec(C, draw), vec(C, draw)]],
  ['slerp', (C, draw) => [quat(C, draw), Math.abs(draw()) / 2]],
  ['toString', () => []],
  ['toArray', () => []],
  ['clone', () => []],
  ['copy', (C, draw) => [quat(C, draw)]],
];
for (const order of ['XYZ', 'YXZ', 'ZXY', 'ZYX', 'YZX', 'XZY'])
  Q.push([`setFromEuler.${order}`, (_, draw) => [draw(), draw(), draw(), order]]);
for (const [name, args] of Q) method(`Quaternion.${name}`, quat, args);

CALLS['Quaternion.integrate'] = (C, draw) => {
  const rotation = quat(C, draw);
  rotation.integrate(vec(C, draw), draw() / 10, new C.Vec3(1, 0, 1), rotation);
  return rotation;
};

const mat = (C: Cannon, draw: Draw) => new C.Mat3(Array.from({ length: 9 }, draw));
const M: [string, (C: Cannon, draw: Draw) => unknown[]][] = [
  ['identity', () => []],
  ['setZero', () => []],
  ['setTrace', (C, draw) => [vec(C, draw)]],
  ['getTrace', () => []],
  ['vmult', (C, draw) => [vec(C, draw)]],
  ['smult', (_, draw) => [draw()]],
  ['mmult', (C, draw) => [mat(C, draw)]],
  ['scale', (C, draw) => [vec(C, draw)]],
  ['solve', (C, draw) => [vec(C, draw)]],
  ['e', () => [1, 2]],
  ['copy', (C, draw) => [mat(C, draw)]],
  ['toString', () => []],
  ['reverse', () => []],
  ['setRotationFromQuaternion', (C, draw) => [quat(C, draw)]],
  ['transpose', () => []],
];
for (const [name, args] of M) method(`Mat3.${name}`, mat, args);

const pose = (C: Cannon, draw: Draw) => new C.Transform({ position: vec(C, draw), quaternion: quat(C, draw) });
for (const name of ['pointToLocal', 'pointToWorld', 'vectorToWorldFrame']) method(`Transform.${name}`, pose, (C, draw) => [vec(C, draw)]);

const box = (C: Cannon, draw: Draw) => {
  const [a, b] = [vec(C, draw), vec(C, draw)];
  const [low, high] = [Math.min, Math.max].map((which) => new C.Vec3(which(a.x, b.x), which(a.y, b.y), which(a.z, b.z)));
  return new C.AABB({ lowerBound: low, upperBound: high });
};
const A: [string, (C: Cannon, draw: Draw) => unknown[]][] = [
  ['setFromPoints', (C, draw) => [[vec(C, draw), vec(C, draw), vec(C, draw)], vec(C, draw), quat(C, draw), 0.1]],
  ['copy', (C, draw) => [box(C, draw)]],
  ['clone', () => []],
  ['extend', (C, draw) => [box(C, draw)]],
  ['overlaps', (C, draw) => [box(C, draw)]],
  ['volume', () => []],
  ['contains', (C, draw) => [box(C, draw)]],
  ['getCorners', (C) => Array.from({ length: 8 }, () => new C.Vec3())],
  ['toLocalFrame', (C, draw) => [pose(C, draw), new C.AABB()]],
  ['toWorldFrame', (C, draw) => [pose(C, draw), new C.AABB()]],
];
for (const [name, args] of A) method(`AABB.${name}`, box, args);

/** Shapes: what they say of themselves. */
const SHAPES: Record<string, (C: Cannon, draw: Draw) => InstanceType<Cannon['Shape']>> = {
  Sphere: (C, draw) => new C.Sphere(Math.abs(draw())),
  Box: (C, draw) => new C.Box(new C.Vec3(...[draw(), draw(), draw()].map(Math.abs))),
  Plane: (C) => new C.Plane(),
  Particle: (C) => new C.Particle(),
  Cylinder: (C, draw) => new C.Cylinder(Math.abs(draw()), Math.abs(draw()), Math.abs(draw()), 7),
  Heightfield: (C, draw) =>
    new C.Heightfield(
      Array.from({ length: 4 }, () => Array.from({ length: 5 }, draw)),
      { elementSize: 0.5 },
    ),
  Trimesh: (C) => C.Trimesh.createTorus(1, 0.3, 4, 5),
};
for (const [name, make] of Object.entries(SHAPES)) {
  CALLS[`${name}.calculateWorldAABB`] = (C, draw) => {
    const [low, high] = [new C.Vec3(), new C.Vec3()];
    make(C, draw).calculateWorldAABB(vec(C, draw), quat(C, draw), low, high);
    return [low, high];
  };
  CALLS[`${name}.boundingSphereRadius`] = (C, draw) => make(C, draw).boundingSphereRadius;
}
for (const name of ['Sphere', 'Box', 'Plane', 'Particle']) {
  CALLS[`${name}.volume`] = (C, draw) => SHAPES[name](C, draw).volume();
  CALLS[`${name}.calculateLocalInertia`] = (C, draw) => {
    const target = new C.Vec3();
    SHAPES[name](C, draw).calculateLocalInertia(2, target);
    return target;
  };
}
CALLS['Box.getSideNormals'] = (C, draw) =>
  new C.Box(new C.Vec3(1, 2, 3)).getSideNormals(
    Array.from({ length: 6 }, () => new C.Vec3()),
    quat(C, draw),
  );
CALLS['Box.forEachWorldCorner'] = (C, draw) => {
  const corners: number[] = [];
  new C.Box(new C.Vec3(1, 2, 3)).forEachWorldCorner(vec(C, draw), quat(C, draw), (...corner) => corners.push(...corner));
  return corners;
};
CALLS['Heightfield.getHeightAt'] = (C, draw) => {
  const field = SHAPES.Heightfield(C, draw) as InstanceType<Cannon['Heightfield']>;
  const [x, y] = [0.05 + Math.abs(draw()) * 0.6, 0.05 + Math.abs(draw()) * 0.8];
  const [a, b, c, normal, cell] = [new C.Vec3(), new C.Vec3(), new C.Vec3(), new C.Vec3(), [] as number[]];
  field.getNormalAt(x, y, false, normal);
  const upper = field.getTriangleAt(x, y, false, a, b, c);
  return [field.getHeightAt(x, y, false), normal, upper, a, b, c, field.getIndexOfPosition(x, y, cell, false), cell];
};
CALLS['Trimesh.getters'] = (C) => {
  const mesh = C.Trimesh.createTorus(1, 0.3, 4, 5);
  const [a, b, c, normal, edge] = Array.from({ length: 5 }, () => new C.Vec3());
  mesh.getTriangleVertices(3, a, b, c);
  mesh.getNormal(3, normal);
  mesh.getEdgeVector(2, edge);
  mesh.setScale(new C.Vec3(1, 2, 3));
  return [a, b, c, normal, edge, mesh.vertices, mesh.indices, mesh.aabb, mesh.getTrianglesInAABB(mesh.aabb, []).length];
};
CALLS['ConvexPolyhedron.helpers'] = (C, draw) => {
  const hull = new C.Box(new C.Vec3(1, 2, 3)).convexPolyhedronRepresentation;
  const [low, high, normal, range] = [new C.Vec3(), new C.Vec3(), new C.Vec3(), [] as number[]];
  hull.computeLocalAABB(low, high);
  hull.getFaceNormal(2, normal);
  C.ConvexPolyhedron.project(hull, vec(C, draw), vec(C, draw), quat(C, draw), range);
  const inside = [vec(C, draw), new C.Vec3(9, 0, 0)].map((point) => hull.pointIsInside(point));
  return [low, high, normal, range, hull.getPlaneConstantOfFace(1), hull.getAveragePointLocal(), inside];
};
CALLS['Body.applyImpulse'] = (C, draw) => {
  const body = new C.Body({ mass: 2, shape: new C.Box(new C.Vec3(1, 2, 3)) });
  body.quaternion.copy(quat(C, draw));
  body.updateInertiaWorld(true);
  body.applyImpulse(vec(C, draw), vec(C, draw));
  body.applyLocalImpulse(vec(C, draw), vec(C, draw));
  body.applyForce(vec(C, draw), vec(C, draw));
  body.applyLocalForce(vec(C, draw), vec(C, draw));
  body.applyTorque(vec(C, draw));
  const point = body.pointToWorldFrame(vec(C, draw));
  return [body.velocity, body.angularVelocity, body.force, body.torque, body.invInertiaWorld, point, body.vectorToLocalFrame(point)];
};
CALLS['Spring.applyForce'] = (C, draw) => {
  const bodies = [0, 1].map(() => new C.Body({ mass: 1, position: vec(C, draw), velocity: vec(C, draw), angularVelocity: vec(C, draw) }));
  new C.Spring(bodies[0], bodies[1], { localAnchorA: vec(C, draw), worldAnchorB: vec(C, draw), stiffness: 7, damping: 2 }).applyForce();
  return bodies.map(({ force, torque }) => [force, torque]);
};
CALLS['SPHSystem.update'] = (C, draw) => {
  const system = new C.SPHSystem();
  Object.assign(system, { density: 0.4, smoothingRadius: 1.7, speedOfSound: 2, viscosity: 0.3 });
  // Two: of more cannon-es takes the densities of others than it should.
  const bodies = Array.from({ length: 2 }, () => new C.Body({ mass: 2, position: vec(C, draw), velocity: vec(C, draw) }));
  for (const body of bodies) system.add(body);
  system.update();
  return [system.densities, system.pressures, bodies.map(({ force }) => force)];
};
