// Skeletons fitted to recordings whose truth is known, and tables of markers.
import { describe, expect, test } from 'vitest';
import {
  MarkerFit,
  MarkerRecording,
  MarkerSkeleton,
  parseMarkerCsv,
  type SegmentOptions,
  trackMarkers,
} from '../../bindings/control/index.ts';
import { conjugate, multiply } from '../../bindings/core/geometry.ts';
import type { Quat } from '../../bindings/index.ts';
import { guess, LEG, posesAt, record, trueLength } from '../../scenes/marker-person.ts';

/** Of two rotations, rad. */
function angleBetween(a: Quat, b: Quat): number {
  const [x, y, z, w] = multiply(conjugate(a), b);
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
}

describe('a fit', () => {
  test.each([
    [0.05, 7],
    [0.1, 8],
    [0.1, 4],
  ])('finds bones within 1 mm after 40 epochs at ±2 mm of noise, from a guess %d m amiss', (amiss, seed) => {
    const recording = record(LEG, 300, 30, 0.002, seed);
    const fit = new MarkerFit(new MarkerSkeleton(guess(LEG, amiss)), recording);
    expect(fit.frames.length).toBe(100);
    const errors = fit.run(40);
    expect(errors.epochs).toBe(40);
    // Noise of ±2 mm along each axis is 2 mm in the root mean square; the fit takes some of it along.
    expect(errors.marker).toBeGreaterThan(1e-3);
    expect(errors.marker).toBeLessThan(2e-3);
    expect(errors.joint).toBeLessThan(2e-4);
    expect(Math.abs(fit.boneLength('thigh', 'shank') - trueLength(LEG, 1, 2))).toBeLessThan(1e-3);
    expect(Math.abs(fit.boneLength('shank', 'foot') - trueLength(LEG, 2, 3))).toBeLessThan(1e-3);
  });

  test('without noise is exact, and motions are those that were recorded', () => {
    const recording = record(LEG, 200, 20, 0);
    const skeleton = new MarkerSkeleton(guess(LEG, 0.05));
    const fit = new MarkerFit(skeleton, recording);
    const { marker } = fit.run(30);
    expect(marker).toBeLessThan(1e-5);
    expect(fit.boneLength('thigh', 'shank')).toBeCloseTo(trueLength(LEG, 1, 2), 4);
    const motion = trackMarkers(skeleton, fit.result, recording, fit.poses(0));
    expect(motion.error(recording)).toBeLessThan(1e-4);
    // Frames of segments are those of the reference, so that turns from there are the same for both.
    for (const frame of [40, 120, 199]) {
      const truth = posesAt(LEG, frame / 20);
      for (const [k, { orientation }] of posesAt(LEG, 0).entries()) {
        const turned = multiply(truth[k].orientation, conjugate(orientation));
        const found = multiply(motion.frames[frame][k].orientation, conjugate(motion.frames[0][k].orientation));
        expect(angleBetween(turned, found)).toBeLessThan(1e-3);
      }
    }
  });

  test('goes on where markers are not seen for a while', () => {
    const whole = record(LEG, 300, 30, 0.001);
    const positions = Float64Array.from(whole.positions);
    for (let frame = 50; frame < 120; frame++)
      for (let k = 0; k < 3; k++) positions[3 * (frame * whole.markers.length + 5) + k] = Number.NaN;
    const recording = new MarkerRecording(whole.markers, 30, positions);
    const fit = new MarkerFit(new MarkerSkeleton(guess(LEG, 0.05)), recording);
    fit.run(30);
    expect(Math.abs(fit.boneLength('thigh', 'shank') - trueLength(LEG, 1, 2))).toBeLessThan(1e-3);
  });

  test('keeps hinges to their axis and within their limits', () => {
    const recording = record(LEG, 150, 30, 0.002);
    const segments = guess(LEG, 0.02).map(
      (segment): SegmentOptions => (segment.name === 'shank' ? { ...segment, axis: [0, 0, 1], lower: -0.8, upper: 0 } : segment),
    );
    const skeleton = new MarkerSkeleton(segments);
    const fit = new MarkerFit(skeleton, recording);
    fit.run(20);
    const motion = trackMarkers(skeleton, fit.result, recording, fit.poses(0));
    let least = 0;
    for (let frame = 0; frame < 150; frame++) {
      const [x, y, z, w] = motion.relative(frame, 2);
      expect(Math.hypot(x, y)).toBeLessThan(1e-3);
      const angle = 2 * Math.atan2(w < 0 ? -z : z, Math.abs(w));
      expect(angle).toBeLessThan(1e-3);
      least = Math.min(least, angle);
    }
    // The truth goes down to -1.2 rad.
    expect(least).toBeCloseTo(-0.8, 2);
  });
});

describe('a table of markers', () => {
  const TABLE = '# m\ntime,hip.x,hip.y,hip.z,knee.x,knee.y,knee.z\n0,1,2,3,4,5,6\n\n0.01,1,2,3,,,\r\n0.02,1,2,3.5,4,5,6\n';

  test('is read', () => {
    const recording = parseMarkerCsv(TABLE);
    expect(recording.markers).toEqual(['hip', 'knee']);
    expect(recording.rate).toBeCloseTo(100, 9);
    expect([recording.frameCount, recording.duration]).toEqual([3, expect.closeTo(0.02, 12)]);
    expect(recording.at(0, 'knee')).toEqual([4, 5, 6]);
    expect(recording.at(1, 'knee')).toBe(null);
    expect(recording.at(2, 'hip')).toEqual([1, 2, 3.5]);
    expect(() => recording.at(0, 'toe')).toThrow(/has no marker "toe"/);
  });

  test.each([
    ['', /line 1: it has no line that names the columns/],
    ['hip.x,hip.y,hip.z\n', /line 1: the first column must be called "time", not "hip.x"/],
    ['time,hip.x,hip.y\n', /line 1: each marker needs three columns/],
    ['time,hip.x,hip.z,hip.y\n', /line 1: the column "hip.z" should be called "hip.y"/],
    [TABLE.replace('0.01,', ''), /line 5: it has 6 cells, and not 7/],
    [TABLE.replace('3.5', '3,5'), /line 6: it has 8 cells, and not 7/],
    [TABLE.replace('3.5', 'three'), /line 6: "three" in the column "hip.z" is not a number/],
    [TABLE.replace('0.02', '0.05'), /line 5: the time 0.01 s is not evenly spaced/],
    [TABLE.replace('knee', 'hip').replace('knee', 'hip').replace('knee', 'hip'), /Two markers have the same name/],
    ['time,hip.x,hip.y,hip.z\n0,1,2,3\n', /it has fewer than two frames/],
  ])('is refused: %j', (text, error) => expect(() => parseMarkerCsv(text)).toThrow(error));
});

test.each<[SegmentOptions[], RegExp]>([
  [[], /needs a list of segments/],
  [[{ name: 'a', markers: [] }], /"a" needs markers/],
  [
    [
      { name: 'a', markers: ['m'] },
      { name: 'b', markers: ['n'] },
    ],
    /The parent of "b" must be a segment before it/,
  ],
  [
    [
      { name: 'a', markers: ['m'] },
      { name: 'b', parent: 'a', markers: ['n'] },
    ],
    /"b" needs a joint/,
  ],
  [
    [
      { name: 'a', markers: ['m'] },
      { name: 'b', parent: 'a', joint: [0, 0, 0], markers: ['m'] },
    ],
    /The marker "m" is on "a" and on "b"/,
  ],
  [
    [
      { name: 'a', markers: ['m'] },
      { name: 'a', parent: 'a', joint: [0, 0, 0], markers: ['n'] },
    ],
    /Two segments are called "a"/,
  ],
])('a skeleton that is none', (segments, error) => expect(() => new MarkerSkeleton(segments)).toThrow(error));
