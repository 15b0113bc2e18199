/** Random expressions, compiled and run, against the same computation on plain numbers: equal to the bit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTS, EXPRESSIONS, type Expression, FIELDS, type Inputs, type Kind } from './expression-model';
import { INSTANTIATIONS, instantiate, type Lane, LaneRecord, type Precision, roundingOf, type TestModule } from './harness';

const MODULES = 3;
const EXPRESSIONS_PER_MODULE = 30;
const INPUT_SLOTS = Object.values(FIELDS).reduce((sum, kind) => sum + COUNTS[kind], 0);
const SEED = 20240607;

interface Program {
  kind: Kind;
  expression: Expression;
}

const programs = fc
  .constantFrom<Kind>('lane', 'vec3', 'quat', 'mat3', 'sym3')
  .chain((kind) => EXPRESSIONS[kind].map((expression) => ({ kind, expression })));

/** Numbers of moderate size, with some that are equal, zero or negative zero. */
const inputNumber = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -8, max: 8, noNaN: true }).map(Math.fround) },
  { weight: 2, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0, 1) },
);
const inputLane = fc.array(inputNumber, { minLength: INPUT_SLOTS, maxLength: INPUT_SLOTS });

/** One record class and, for each expression, a generic function and one on concrete scalars. */
function moduleText(list: Program[]): string {
  const fields = Object.entries(FIELDS).map(([name, kind]) => `${name}: ${kind}<T>;`);
  const results = Object.keys(COUNTS).map((kind) => `class Result_${kind}<T> { value: ${kind}<T>; }`);
  const functions = list.map(({ kind, expression }, index) => {
    const store = (type: string, offset: string) => `changetype<Result_${kind}<${type}>>(${offset}).value = ${expression.text};`;
    return `
      function generic${index}<T>(d: Data<T>, result: usize): void { ${store('T', 'result')} }
      export function v128_${index}(p: usize, result: usize): void { generic${index}<v128>(changetype<Data<v128>>(p), result); }
      export function f32_${index}(p: usize, result: usize): void { generic${index}<f32>(changetype<Data<f32>>(p), result); }
      export function f64_${index}(p: usize, result: usize): void { generic${index}<f64>(changetype<Data<f64>>(p), result); }
      export function concrete_f32_${index}(p: usize, result: usize): void { const d = changetype<Data<f32>>(p); ${store('f32', 'result')} }
      export function concrete_f64_${index}(p: usize, result: usize): void { const d = changetype<Data<f64>>(p); ${store('f64', 'result')} }`;
  });
  return [`class Data<T> { ${fields.join(' ')} }`, ...results, ...functions].join('\n');
}

function inputsOf(values: number[], round: (value: number) => number): Inputs {
  let next = 0;
  return Object.fromEntries(
    Object.entries(FIELDS).map(([name, kind]) => {
      const slots = values.slice(next, next + COUNTS[kind]);
      next += COUNTS[kind];
      return [name, slots.map((value) => ({ value: round(value), constant: null }))];
    }),
  );
}

function check(module: TestModule, list: Program[], lanes: number[][], lane: Lane, precision: Precision, prefix: string): void {
  const record = new LaneRecord(module.memory, lane, precision);
  const round = Object.assign(roundingOf(lane, precision), { isPlain: prefix.startsWith('concrete') });
  record.write(lanes);
  const resultAddress = 4096;
  const firstSlot = resultAddress / (record.lanes * (round.isSingle ? 4 : 8));
  for (const [index, { kind, expression }] of list.entries()) {
    module.exports[`${prefix}_${index}`](0, resultAddress);
    for (let at = 0; at < record.lanes; at++) {
      const wanted = expression.evaluate(inputsOf(lanes[at % lanes.length], round), round).map(({ value }) => value);
      const got = record.readAll(firstSlot, COUNTS[kind], at);
      expect(got, `${prefix}, ${precision}: ${expression.text}`).toEqual(wanted);
    }
  }
}

describe('random expressions', () => {
  const list = fc.sample(programs, { numRuns: MODULES * EXPRESSIONS_PER_MODULE, seed: SEED });
  const modules = Array.from({ length: MODULES }, (_, index) =>
    list.slice(index * EXPRESSIONS_PER_MODULE, (index + 1) * EXPRESSIONS_PER_MODULE),
  );

  for (const [number, group] of modules.entries()) {
    for (const precision of ['single', 'double'] as const) {
      it(`agree with plain numbers (module ${number + 1}, ${precision})`, async () => {
        const module = await instantiate(moduleText(group), { precision });
        const forms = INSTANTIATIONS.filter(([lane, of]) => lane !== 'v128' || of === precision).map(([lane]) => lane);
        fc.assert(
          fc.property(fc.array(inputLane, { minLength: 4, maxLength: 4 }), (lanes) => {
            for (const lane of forms) {
              check(module, group, lanes, lane, precision, lane);
              if (lane !== 'v128') check(module, group, lanes, lane, precision, `concrete_${lane}`);
            }
          }),
          { numRuns: 20 },
        );
      });
    }
  }
});
