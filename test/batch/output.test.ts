// Outcomes as lines and as a table.
import { describe, expect, test } from 'vitest';
import { type JobOutcome, readNdjson, toCsv, toNdjson } from '../../bindings/batch/index.ts';

const DONE: JobOutcome = {
  ...{ key: 'aa', index: 0, scene: 'pile', parameters: { count: 3 }, seed: 1, settings: { gravity: [0, -1, 0] }, status: 'done', steps: 5 },
  ...{
    measures: { speed: 1.5, list: [1, 2], count: 9, nothing: Number.NaN },
    samples: [],
    hash: '0f',
    snapshot: new Uint8Array(3),
    ms: 2,
    attempts: 1,
  },
};
const FAILED: JobOutcome = {
  ...{ key: 'bb', index: 1, scene: 'a, "b"', parameters: { mass: 2 }, settings: {}, status: 'failed' },
  ...{ error: { code: 'timeout', message: 'too\nlong' }, ms: 3, attempts: 2 },
};

test('lines are read as what was written, without the bytes of snapshots', () => {
  const text = toNdjson(DONE) + toNdjson(FAILED);
  expect(text.split('\n').length).toBe(3);
  const { snapshot: _, ...written } = DONE;
  expect(readNdjson(text)).toEqual([{ ...written, measures: { ...DONE.measures, nothing: null } }, FAILED]);
});

describe('a line that is cut short', () => {
  const text = toNdjson(DONE) + toNdjson(FAILED);
  test('is left out at the end', () => expect(readNdjson(text.slice(0, -9)).map(({ key }) => key)).toEqual(['aa']));
  test('is an error elsewhere', () => expect(() => readNdjson(`${text.slice(5)}${text}`)).toThrow('Line 1'));
});

test('a table has a column for all that one of them has, quoted where needed', () => {
  expect(toCsv([DONE, FAILED]).split('\r\n')).toEqual([
    'key,scene,seed,count,mass,gravity,status,steps,hash,ms,attempts,error,speed,list,measures.count,nothing',
    'aa,pile,1,3,,0 -1 0,done,5,0f,2,1,,1.5,1 2,9,',
    'bb,"a, ""b""",,,2,,failed,,,3,2,"timeout: too\nlong",,,,',
    '',
  ]);
});
