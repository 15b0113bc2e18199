// Lists with entries that are missing or cannot be read, or whose methods are the user's: whatever takes a list of objects refuses them like any other bad list.
import { expect, test } from 'vitest';
import { BodyIk, BoneIk, IkChain, IkTree, MarkerSkeleton, Ragdoll } from '../../bindings/control/index.ts';
import { CustomJoint, HolonomicError, Sphere, World } from '../../bindings/index.ts';
import { Polygon } from '../../bindings/planar/index.ts';

await World.load({ solver: 'pgs' }); // for CustomJoint
const world = await World.create();
const [a, b] = [0, 2].map((x) => world.addBody({ shape: new Sphere(0.5), position: [x, 0, 0] }));
const custom = world.addJoint(new CustomJoint({ a, b, rows: [{}, {}, {}] }));
const chain = () => new IkChain([[0, 0, 0] as const, [1, 0, 0] as const, [2, 0, 0] as const]);
const law = (stiffness: never) => ({ pointA: [0, 0, 0], pointB: [1, 0, 0], force: [0, 0, 0], stiffness }) as const;

const TAKERS: Record<string, (list: never) => unknown> = {
  'rows of CustomJoint': (rows) => new CustomJoint({ a, b, rows }),
  'stiffness of a force law': (stiffness) => custom.setForceLaw(law(stiffness)),
  Polygon: (list) => new Polygon(list),
  Ragdoll: (list) => new Ragdoll(world, list),
  IkTree: (list) => new IkTree(list),
  IkChain: (list) => new IkChain(list),
  'goals of IkChain': (list) => chain().solve(list),
  BodyIk: (list) => new BodyIk(list),
  BoneIk: (list) => new BoneIk(list),
  MarkerSkeleton: (list) => new MarkerSkeleton(list),
  'markers of MarkerSkeleton': (markers) => new MarkerSkeleton([{ name: 'one', markers }]),
};

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}

const unreadable = new Proxy([1, 2, 3], {
  get(target, key) {
    if (key === 'length') return target.length;
    throw new RangeError('no');
  },
});

const LISTS: Record<string, () => unknown> = {
  'three missing entries': () => new Array(3),
  'very many missing entries': () => new Array(2 ** 32 - 1),
  'nine missing entries': () => new Array(9),
  'a proxy that has been revoked': revoked,
  'a proxy that throws': () => unreadable,
  'methods that do nothing': () => Object.assign([null, null, null], { map: () => [], every: () => true, forEach() {}, entries: () => [] }),
};

for (const [taker, take] of Object.entries(TAKERS))
  test.each(Object.entries(LISTS))(`${taker} refuses a list of %s`, (_, list) => {
    const before = world.snapshot();
    let error: unknown;
    try {
      take(list() as never);
    } catch (cause) {
      error = cause;
    }
    expect(error).toBeInstanceOf(HolonomicError);
    expect((error as HolonomicError).code).toBe('invalid-argument');
    expect((error as HolonomicError).message).toMatch(/\.$/);
    expect(world.snapshot()).toEqual(before);
  });
