// Twenty raycast vehicles on a height field, by the names of cannon-es.

const VEHICLES = 20;
const SIDE = 64;
const ELEMENT = 2;

export interface Fleet {
  step(): void;
  /** m: how far the lowest chassis is above the ground under it, or below it. */
  clearance(): number;
}

/** The same for each of the packages. */
export function fleet(C: any): Fleet {
  const world = new C.World({ gravity: new C.Vec3(0, -9.81, 0), allowSleep: false });
  const height = (x: number, z: number) => 0.5 * Math.sin(0.3 * x) * Math.cos(0.3 * z);
  const data = Array.from({ length: SIDE }, (_, i) => Array.from({ length: SIDE }, (__, j) => height(i, j)));
  const field = new C.Heightfield(data, { elementSize: ELEMENT });
  const quaternion = new C.Quaternion().setFromEuler(-Math.PI / 2, 0, 0);
  const middle = (SIDE * ELEMENT) / 2;
  world.addBody(new C.Body({ shape: field, quaternion, position: new C.Vec3(-middle, 0, middle) }));
  const chassis = Array.from({ length: VEHICLES }, (_, k) => addVehicle(C, world, 10 * ((k % 5) - 2), 10 * (Math.floor(k / 5) - 1.5)));
  return {
    step: () => world.step(1 / 60),
    clearance: () =>
      Math.min(
        ...chassis.map(({ position: { x, y, z } }) => {
          const [i, j] = [(x + middle) / ELEMENT, (middle - z) / ELEMENT];
          const isOver = i >= 0 && j >= 0 && i < SIDE - 1 && j < SIDE - 1;
          return isOver ? y - field.getHeightAt(i * ELEMENT, j * ELEMENT, false) : Number.POSITIVE_INFINITY;
        }),
      ),
  };
}

function addVehicle(C: any, world: any, x: number, z: number): any {
  const chassisBody = new C.Body({ mass: 150, shape: new C.Box(new C.Vec3(2, 0.5, 1)), position: new C.Vec3(x, 2, z) });
  const vehicle = new C.RaycastVehicle({ chassisBody });
  for (const [wx, wz] of [
    [-1, 1],
    [-1, -1],
    [1, 1],
    [1, -1],
  ])
    vehicle.addWheel({
      radius: 0.5,
      directionLocal: new C.Vec3(0, -1, 0),
      suspensionStiffness: 30,
      suspensionRestLength: 0.3,
      frictionSlip: 1.4,
      dampingRelaxation: 2.3,
      dampingCompression: 4.4,
      maxSuspensionForce: 100000,
      rollInfluence: 0.01,
      axleLocal: new C.Vec3(0, 0, 1),
      chassisConnectionPointLocal: new C.Vec3(wx, 0, wz),
      maxSuspensionTravel: 0.3,
    });
  vehicle.addToWorld(world);
  for (const wheel of [2, 3]) vehicle.applyEngineForce(-60, wheel);
  return chassisBody;
}
