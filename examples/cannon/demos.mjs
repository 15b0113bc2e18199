// Scenes in the manner of cannon-es's demos. Each is given the package, cannon-es or holonomic/cannon, and a world to fill.

const floor = (C, world) => {
  const quaternion = new C.Quaternion().setFromEuler(-Math.PI / 2, 0, 0);
  const body = new C.Body({ shape: new C.Plane(), quaternion });
  world.addBody(body);
  return body;
};
const box = (C, world, half, at, options = {}) => {
  const body = new C.Body({ mass: 1, shape: new C.Box(new C.Vec3(...half)), position: new C.Vec3(...at), ...options });
  world.addBody(body);
  return body;
};
const ball = (C, world, radius, at, options = {}) => {
  const body = new C.Body({ mass: 1, shape: new C.Sphere(radius), position: new C.Vec3(...at), ...options });
  world.addBody(body);
  return body;
};

function stacks(C, world) {
  floor(C, world);
  for (let tower = 0; tower < 3; tower++) for (let k = 0; k < 6; k++) box(C, world, [0.5, 0.5, 0.5], [3 * tower - 3, 0.5 + k, 0]);
}

function pile(C, world) {
  floor(C, world);
  for (let k = 0; k < 40; k++) {
    const at = [(k % 3) - 1 + 0.05 * (k % 7), 1 + 0.8 * Math.floor(k / 3), ((k * 7) % 3) - 1];
    if (k % 2) ball(C, world, 0.4, at);
    else box(C, world, [0.35, 0.35, 0.35], at);
  }
}

function chain(C, world) {
  let last = new C.Body({ mass: 0, position: new C.Vec3(0, 8, 0) });
  world.addBody(last);
  for (let k = 1; k <= 12; k++) {
    const link = box(C, world, [0.25, 0.08, 0.08], [0.6 * k - 0.3, 8, 0], { mass: k === 12 ? 20 : 1 });
    const pivot = new C.Vec3(k === 1 ? 0 : 0.3, 0, 0);
    const constraint = new C.PointToPointConstraint(last, pivot, link, new C.Vec3(-0.3, 0, 0));
    constraint.collideConnected = false;
    world.addConstraint(constraint);
    last = link;
  }
}

function hinge(C, world) {
  floor(C, world);
  const post = box(C, world, [0.2, 1.5, 0.2], [0, 1.5, 0], { mass: 0 });
  const vane = box(C, world, [1.5, 0.6, 0.1], [1.8, 1.5, 0], { angularDamping: 0.1 });
  const axis = new C.Vec3(0, 1, 0);
  const joint = new C.HingeConstraint(post, vane, {
    pivotA: new C.Vec3(0.2, 0, 0),
    pivotB: new C.Vec3(-1.6, 0, 0),
    axisA: axis,
    axisB: axis,
  });
  world.addConstraint(joint);
  joint.enableMotor();
  joint.setMotorSpeed(-2);
  for (let k = 0; k < 5; k++) ball(C, world, 0.3, [Math.cos(k + 1) * 2, 0.5, Math.sin(k + 1) * 2]);
}

function ragdoll(C, world) {
  floor(C, world);
  const part = (half, at) => box(C, world, half, at, { angularDamping: 0.3 });
  const pelvis = part([0.25, 0.15, 0.15], [0, 2, 0]);
  const chest = part([0.28, 0.3, 0.15], [0, 2.5, 0]);
  const head = part([0.15, 0.18, 0.15], [0, 3.05, 0]);
  const join = (a, b, pivotA, pivotB, axis, angle) =>
    world.addConstraint(
      new C.ConeTwistConstraint(a, b, {
        pivotA: new C.Vec3(...pivotA),
        pivotB: new C.Vec3(...pivotB),
        axisA: new C.Vec3(...axis),
        axisB: new C.Vec3(...axis),
        angle,
        twistAngle: angle,
      }),
    );
  join(pelvis, chest, [0, 0.17, 0], [0, -0.33, 0], [0, 1, 0], 0.4);
  join(chest, head, [0, 0.33, 0], [0, -0.22, 0], [0, 1, 0], 0.5);
  for (const side of [-1, 1]) {
    const arm = part([0.35, 0.09, 0.09], [0.68 * side, 2.7, 0]);
    join(chest, arm, [0.3 * side, 0.2, 0], [-0.38 * side, 0, 0], [side, 0, 0], 0.8);
    const leg = part([0.1, 0.4, 0.1], [0.15 * side, 1.4, 0]);
    join(pelvis, leg, [0.15 * side, -0.17, 0], [0, 0.43, 0], [0, -1, 0], 0.7);
  }
}

function vehicle(C, world) {
  floor(C, world);
  const chassisBody = box(C, world, [2, 0.5, 1], [0, 2, 0], { mass: 150 });
  world.removeBody(chassisBody); // the vehicle adds it
  const car = new C.RaycastVehicle({ chassisBody });
  for (const [x, z] of [
    [-1, 1],
    [-1, -1],
    [1, 1],
    [1, -1],
  ])
    car.addWheel({
      radius: 0.5,
      directionLocal: new C.Vec3(0, -1, 0),
      axleLocal: new C.Vec3(0, 0, 1),
      chassisConnectionPointLocal: new C.Vec3(x, 0, z),
      suspensionStiffness: 30,
      suspensionRestLength: 0.3,
      frictionSlip: 1.4,
      dampingRelaxation: 2.3,
      dampingCompression: 4.4,
      maxSuspensionForce: 100000,
      rollInfluence: 0.01,
      maxSuspensionTravel: 0.3,
    });
  car.addToWorld(world);
  for (const wheel of [2, 3]) car.applyEngineForce(-100, wheel);
  for (const wheel of [0, 1]) car.setSteeringValue(0.2, wheel);
  box(C, world, [0.5, 0.5, 0.5], [8, 0.5, 1], { mass: 5 });
  return car;
}

function cloth(C, world) {
  ball(C, world, 1, [0, 1, 0], { mass: 0 });
  const [side, apart] = [10, 0.25];
  const particles = Array.from({ length: side * side }, (_, k) => {
    const at = new C.Vec3(((k % side) - (side - 1) / 2) * apart, 3, (Math.floor(k / side) - (side - 1) / 2) * apart);
    const body = new C.Body({ mass: 0.02, shape: new C.Particle(), position: at, linearDamping: 0.5 });
    world.addBody(body);
    return body;
  });
  const tie = (a, b) => world.addConstraint(new C.DistanceConstraint(particles[a], particles[b], apart));
  for (let k = 0; k < side * side; k++) {
    if ((k + 1) % side) tie(k, k + 1);
    if (k + side < side * side) tie(k, k + side);
  }
}

function trigger(C, world) {
  floor(C, world);
  const gate = box(C, world, [1, 1, 1], [0, 1, 0], { mass: 0, isTrigger: true });
  const runner = ball(C, world, 0.4, [-6, 0.4, 0], { velocity: new C.Vec3(5, 0, 0), linearDamping: 0, angularDamping: 0 });
  for (const [type, high] of [
    ['beginContact', 3],
    ['endContact', 0],
  ])
    world.addEventListener(type, ({ bodyA, bodyB }) => {
      if ((bodyA === gate && bodyB === runner) || (bodyB === gate && bodyA === runner)) runner.velocity.y = high;
    });
}

function rays(C, world) {
  floor(C, world);
  const targets = [-2, 0, 2].map((x) => box(C, world, [0.5, 0.5, 0.5], [x, 0.5, 0]));
  const result = new C.RaycastResult();
  let time = 0;
  world.addEventListener('postStep', () => {
    time += 1 / 60;
    const x = 3 * Math.sin(time);
    if (!world.raycastClosest(new C.Vec3(x, 5, 0), new C.Vec3(x, 0.2, 0), {}, result)) return;
    if (targets.includes(result.body)) result.body.applyImpulse(new C.Vec3(0, 0.3, 0));
  });
}

function heights(C, world) {
  const data = Array.from({ length: 20 }, (_, i) => Array.from({ length: 20 }, (__, j) => 0.6 * Math.sin(0.7 * i) * Math.cos(0.7 * j)));
  const field = new C.Heightfield(data, { elementSize: 1 });
  const quaternion = new C.Quaternion().setFromEuler(-Math.PI / 2, 0, 0);
  world.addBody(new C.Body({ shape: field, quaternion, position: new C.Vec3(-9.5, 0, 9.5) }));
  for (let k = 0; k < 16; k++) ball(C, world, 0.4, [2 * (k % 4) - 3, 2.5, 2 * Math.floor(k / 4) - 3]);
}

export const DEMOS = { stacks, pile, chain, hinge, ragdoll, vehicle, cloth, trigger, rays, heights };

/** A world of a demo, and its vehicle if it has one. */
export function start(C, name) {
  const world = new C.World({ gravity: new C.Vec3(0, -9.82, 0) });
  const vehicle = DEMOS[name](C, world) ?? null;
  return { world, vehicle };
}
