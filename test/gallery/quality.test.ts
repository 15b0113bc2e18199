import { expect, test } from 'vitest';
import { Quality } from '../../gallery/view/quality.ts';

const feed = (quality: Quality, interval: number, pictures: number) => {
  for (let k = 0; k < pictures; k++) quality.see(interval);
};

test('the resolution goes down while pictures come too slowly, and not below a half', () => {
  const quality = new Quality(2);
  expect(quality.ratio).toBe(2);
  feed(quality, 0.05, 20);
  expect(quality.ratio).toBe(1.5);
  feed(quality, 0.05, 200);
  expect(quality.ratio).toBe(0.5);
});

test('it begins with what the screen has', () => {
  expect(new Quality(1).ratio).toBe(1);
  const fine = new Quality(3);
  expect(fine.ratio).toBe(2);
  feed(fine, 0.016, 1000);
  expect(fine.ratio).toBe(2);
});

test('it goes up again where that is fast enough, and stops trying where it is not', () => {
  const quality = new Quality(2);
  feed(quality, 0.05, 20);
  feed(quality, 0.008, 320);
  expect(quality.ratio).toBe(2);
  feed(quality, 0.05, 20);
  feed(quality, 0.008, 2000);
  expect(quality.ratio).toBe(1.5);
});
