// Vehicles and fluids.
import { addFloor, newWorld, type Program, stepFor } from './program.ts';

export const VEHICLES: Program[] = [
  {
    name: 'a raycast vehicle stands, drives and brakes',
    run(C) {
      const world = newWorld(C);
      world.defaultContactMaterial.friction = 0;
      addFloor(C, world);
      const shape = new C.Box(new C.Vec3(2, 0.5, 1));
      const chassisBody = new C.Body({ mass: 150, shape, position: new C.Vec3(0, 1.6, 0) });
      const vehicle = new C.RaycastVehicle({ chassisBody });
      for (const [x, z] of [
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
          chassisConnectionPointLocal: new C.Vec3(x, 0, z),
          maxSuspensionTravel: 0.3,
          customSlidingRotationalSpeed: -30,
          useCustomSlidingRotationalSpeed: true,
        });
      vehicle.addToWorld(world);
      stepFor(world, 3);
      const stands = chassisBody.position.y;
      for (const wheel of [2, 3]) vehicle.applyEngineForce(-300, wheel);
      stepFor(world, 3);
      const speed = chassisBody.velocity.x;
      const turned = vehicle.wheelInfos[2].rotation;
      const kmh = vehicle.currentVehicleSpeedKmHour;
      for (const wheel of [2, 3]) vehicle.applyEngineForce(0, wheel);
      for (let wheel = 0; wheel < 4; wheel++) vehicle.setBrake(20, wheel);
      stepFor(world, 4);
      return {
        places: { stands, rests: chassisBody.position.y },
        rates: { speed, turned, kmh },
        values: [vehicle.numWheelsOnGround, Math.abs(chassisBody.velocity.x) < 0.1],
      };
    },
  },
  {
    name: 'a rigid vehicle drives by its wheels',
    run(C) {
      const world = newWorld(C);
      world.defaultContactMaterial.friction = 0.6;
      addFloor(C, world);
      const chassisBody = new C.Body({ mass: 5, shape: new C.Box(new C.Vec3(1.5, 0.3, 0.8)), position: new C.Vec3(0, 1.2, 0) });
      const vehicle = new C.RigidVehicle({ chassisBody });
      for (const [x, z] of [
        [-1.2, 1.3],
        [-1.2, -1.3],
        [1.2, 1.3],
        [1.2, -1.3],
      ]) {
        const body = new C.Body({ mass: 1, shape: new C.Sphere(0.5), angularDamping: 0.01 });
        vehicle.addWheel({ body, position: new C.Vec3(x, -0.4, z), axis: new C.Vec3(0, 0, 1) });
      }
      vehicle.addToWorld(world);
      stepFor(world, 1);
      const stands = chassisBody.position.y;
      for (let wheel = 0; wheel < 4; wheel++) vehicle.setWheelForce(-2, wheel);
      stepFor(world, 1.5);
      const speed = chassisBody.velocity.x;
      return { places: { stands }, rates: { speed }, exact: { rolls: speed / (-0.5 * vehicle.getWheelSpeed(0)) } };
    },
    truth: { rolls: { value: 1, within: 0.01 } },
  },
  {
    name: 'particles of a fluid push each other',
    run(C) {
      const world = newWorld(C, { gravity: new C.Vec3() });
      const fluid = new C.SPHSystem();
      Object.assign(fluid, { density: 2, smoothingRadius: 1, speedOfSound: 1, viscosity: 0.01 });
      world.subsystems.push(fluid);
      const particles = [-0.2, 0.2].map(
        (x) => new C.Body({ mass: 0.1, shape: new C.Particle(), position: new C.Vec3(x, 0, 0), linearDamping: 0 }),
      );
      for (const particle of particles) {
        world.addBody(particle);
        fluid.add(particle);
      }
      stepFor(world, 0.5);
      return { rates: { one: particles[0].velocity.x, other: particles[1].velocity.x }, values: fluid.particles.length };
    },
  },
];
