// A = J W Jᵀ + Σ of rows: with and without its entries, and what impulses do to bodies.
import { describe, expect, test } from 'vitest';
import { BodyType } from '../../bindings/core/layout.ts';
import { Body } from '../../reference/body/body.ts';
import { Vec3 } from '../../reference/math/vector.ts';
import { islandsOf } from '../../reference/solver/linear/islands.ts';
import { RowSystem } from '../../reference/solver/linear/system.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { signed } from './problems.ts';
import { chain, dynamicBody, gap, randomRows, rowOf, tree } from './systems.ts';

describe('a system of rows', () => {
  test('is what impulses do to the speeds of its rows, by multiplying, by its entries and on the bodies', () => {
    const random = randomNumbers(4);
    const rows = tree(random, 12, 5);
    const softness = rows.map(() => random());
    const system = new RowSystem(rows, softness);
    const z = Float64Array.from(rows, () => signed(random));
    const product = new Float64Array(rows.length);
    system.multiply(z, product);
    const matrix = system.assemble();
    const n = rows.length;
    const byEntries = rows.map((_, i) => rows.reduce((sum, _row, j) => sum + matrix[i * n + j] * z[j], 0));
    expect(gap(byEntries, product)).toBeLessThan(1e-12);
    expect(
      gap(
        system.diagonal(),
        rows.map((_, i) => matrix[i * n + i]),
      ),
    ).toBeLessThan(1e-13);
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) expect(matrix[i * n + j]).toBe(matrix[j * n + i]);
    for (const body of system.bodies) body.velocity.assign(new Vec3(signed(random), signed(random), signed(random)));
    const before = system.speeds();
    system.apply(z);
    const soft = Float64Array.from(product, (value, i) => value - softness[i] * z[i]);
    expect(
      gap(
        system.speeds().map((speed, i) => speed - before[i]),
        soft,
      ),
    ).toBeLessThan(1e-12);
  });

  test('has no ends at bodies that nothing moves, but their speeds', () => {
    const [ground, belt, body] = [new Body(), new Body(), dynamicBody(2)];
    belt.type = BodyType.Kinematic;
    belt.velocity.assign(new Vec3(3, 0, 0));
    const system = new RowSystem([rowOf([ground, Vec3.X], [body, Vec3.X.times(-1)]), rowOf([belt, Vec3.X], [ground, Vec3.X])]);
    expect(system.bodies).toEqual([body]);
    expect([...system.starts]).toEqual([0, 1, 1]);
    expect([...system.assemble()]).toEqual([0.5, 0, 0, 0]);
    expect([...system.speeds()]).toEqual([0, 3]);
    system.apply([4, 5]);
    expect(belt.velocity.x).toBe(3);
    expect(body.velocity.x).toBe(-2);
  });

  test('leaves out what acts along locked axes but for rounding', () => {
    const body = dynamicBody(1);
    body.freeTranslation.assign(new Vec3(1, 1, 0));
    body.startStep();
    const system = new RowSystem([rowOf([body, new Vec3(1e-17, 0, 1)]), rowOf([body, new Vec3(1, 0, 1)])]);
    expect([...system.assemble()]).toEqual([0, 0, 0, 1]);
  });
});

describe('islands', () => {
  test('are what dynamic bodies connect, and no others', () => {
    const random = randomNumbers(5);
    const [ground, belt] = [new Body(), new Body()];
    belt.type = BodyType.Kinematic;
    const [a, b, c, d] = [1, 2, 3, 4].map(() => dynamicBody());
    const [atA] = randomRows(random, ground, a, 1);
    const [atC] = randomRows(random, ground, c, 1);
    const [ab] = randomRows(random, a, b, 1);
    const [cd] = randomRows(random, d, c, 1);
    const [nothing] = randomRows(random, ground, belt, 1);
    expect(islandsOf([atA, atC, cd, nothing, ab])).toEqual([
      [atA, ab],
      [atC, cd],
    ]);
    ab.normals = [cd];
    expect(islandsOf([atA, atC, cd, nothing, ab])).toEqual([[atA, atC, cd, ab]]);
    expect(islandsOf([...chain(50), ...chain(20)]).map(({ length }) => length)).toEqual([50, 20]);
  });
});
