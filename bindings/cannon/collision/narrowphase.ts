// The narrow phase of cannon-es by name: contacts are found by the engine, and read from `world.contacts`.
import type { ContactEquation } from '../equation/contact-equation.ts';
import type { FrictionEquation } from '../equation/other-equations.ts';
import type { ContactMaterial } from '../material.ts';
import { Vec3Pool } from '../pool.ts';
import { unsupported } from '../unsupported.ts';

export const COLLISION_TYPES = {
  sphereSphere: 1,
  spherePlane: 3,
  boxBox: 4,
  sphereBox: 5,
  planeBox: 6,
  convexConvex: 16,
  sphereConvex: 17,
  planeConvex: 18,
  boxConvex: 20,
  sphereHeightfield: 33,
  boxHeightfield: 36,
  convexHeightfield: 48,
  sphereParticle: 65,
  planeParticle: 66,
  boxParticle: 68,
  convexParticle: 80,
  cylinderCylinder: 128,
  sphereCylinder: 129,
  planeCylinder: 130,
  boxCylinder: 132,
  convexCylinder: 144,
  heightfieldCylinder: 160,
  particleCylinder: 192,
  sphereTrimesh: 257,
  planeTrimesh: 258,
} as const;
export type CollisionType = (typeof COLLISION_TYPES)[keyof typeof COLLISION_TYPES];

export class Narrowphase {
  declare contactPointPool: ContactEquation[];
  declare frictionEquationPool: FrictionEquation[];
  declare result: ContactEquation[];
  declare frictionResult: FrictionEquation[];
  declare v3pool: Vec3Pool;
  declare world: unknown;
  declare currentContactMaterial: ContactMaterial;
  declare enableFrictionReduction: boolean;

  constructor(world: { defaultContactMaterial?: ContactMaterial }) {
    this.contactPointPool = [];
    this.frictionEquationPool = [];
    this.result = [];
    this.frictionResult = [];
    this.v3pool = new Vec3Pool();
    this.world = world;
    this.currentContactMaterial = world?.defaultContactMaterial as ContactMaterial;
    this.enableFrictionReduction = false;
  }
}

const METHODS: Record<string, number> = {
  createContactEquation: 6,
  createFrictionEquationsFromContact: 2,
  createFrictionFromAverage: 1,
  getContacts: 7,
  sphereSphere: 11,
  spherePlane: 11,
  boxBox: 11,
  sphereBox: 11,
  planeBox: 11,
  convexConvex: 13,
  sphereConvex: 11,
  planeConvex: 11,
  boxConvex: 11,
  sphereHeightfield: 11,
  boxHeightfield: 11,
  convexHeightfield: 11,
  sphereParticle: 11,
  planeParticle: 11,
  boxParticle: 11,
  convexParticle: 11,
  heightfieldCylinder: 11,
  particleCylinder: 11,
  sphereTrimesh: 11,
  planeTrimesh: 11,
};
/** Methods that stand for pairs of shapes which have none of their own name. */
const STAND_INS: Record<string, string> = {
  cylinderCylinder: 'convexConvex',
  sphereCylinder: 'sphereConvex',
  planeCylinder: 'planeConvex',
  boxCylinder: 'boxConvex',
  convexCylinder: 'convexConvex',
};

for (const [name, arity] of Object.entries(METHODS)) {
  const refuse = () => unsupported(`Narrowphase.${name}`, 'read world.contacts, or listen to collide and beginContact');
  Object.defineProperty(refuse, 'length', { value: arity });
  Object.defineProperty(Narrowphase.prototype, name, { value: refuse, writable: true, configurable: true });
}
for (const [name, type] of Object.entries(COLLISION_TYPES))
  Object.defineProperty(Narrowphase.prototype, type, {
    configurable: true,
    get(this: Record<string, unknown>) {
      return this[STAND_INS[name] ?? name];
    },
  });
