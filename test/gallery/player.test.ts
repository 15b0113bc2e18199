import { describe, expect, test } from 'vitest';
import type { Engine } from '../../gallery/app/engines.ts';
import { Player } from '../../gallery/app/player.ts';
import type { Frame } from '../../gallery/engine/types.ts';

const DT = 1 / 60;

/** An engine that only counts; `later` gives its answers when they are asked for. */
class Counter {
  frame = 0;
  readonly asked: number[] = [];
  private answers: (() => void)[] = [];

  constructor(private readonly later: boolean) {}

  advance(steps: number): Frame | Promise<Frame> {
    this.asked.push(steps);
    this.frame += steps;
    const frame = { frame: this.frame, steps } as Frame;
    return this.later ? new Promise((resolve) => this.answers.push(() => resolve(frame))) : frame;
  }

  /** Lets what was asked for until now be answered. */
  async answer(): Promise<void> {
    for (const answer of this.answers.splice(0)) answer();
    await settled();
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function start(later: boolean, count = 1) {
  const counters = Array.from({ length: count }, () => new Counter(later));
  const events: string[] = [];
  const player = new Player(counters as unknown as Engine['session'][], DT, {
    onFrames: (frames) => events.push(frames.map(({ frame }) => frame).join()),
    onError: (error) => events.push(String(error)),
    onPlaying: (playing) => events.push(playing ? 'plays' : 'stands'),
  });
  const ready = player.refresh();
  for (const counter of counters) await counter.answer();
  await ready;
  return { player, counters, events, answer: () => Promise.all(counters.map((counter) => counter.answer())) };
}

describe('an engine on the same thread', () => {
  test('steps when a step is due', async () => {
    const { player, counters } = await start(false);
    player.playing = true;
    for (let k = 0; k < 30; k++) player.tick(DT / 2);
    expect(counters[0].frame).toBe(15);
    expect(player.frame).toBe(15);
  });

  test('is asked for several steps where frames are long, and for no more than can be made up for', async () => {
    const { player, counters } = await start(false);
    player.playing = true;
    player.tick(3 * DT);
    expect(counters[0].frame).toBe(3);
    player.tick(10);
    expect(counters[0].frame).toBe(11);
    player.tick(DT);
    expect(counters[0].frame).toBe(12);
  });

  test('is shown between two steps in slow motion', async () => {
    const { player, counters } = await start(false);
    player.playing = true;
    player.speed = 0.25;
    const alphas = Array.from({ length: 4 }, () => {
      player.tick(DT);
      return player.alpha;
    });
    expect(counters[0].frame).toBe(1);
    for (const [k, alpha] of alphas.entries()) expect(alpha).toBeCloseTo((k + 1) / 4, 9);
  });
});

describe('an engine elsewhere', () => {
  test('is asked ahead of time and never twice at once', async () => {
    const { player, counters, answer } = await start(true);
    player.playing = true;
    player.tick(DT);
    player.tick(DT);
    expect(counters[0].asked).toHaveLength(2); // the first of them for no step at all
    expect(player.frame).toBe(0);
    await answer();
    for (let k = 0; k < 20; k++) {
      player.tick(DT);
      await answer();
    }
    expect(player.frame).toBeGreaterThanOrEqual(19);
    expect(counters[0].frame - player.frame).toBeLessThanOrEqual(2);
  });

  test('that is slow makes time slow, not jumps', async () => {
    const { player, answer } = await start(true);
    player.playing = true;
    const shown: number[] = [];
    for (let k = 0; k < 200; k++) {
      player.tick(DT);
      if (k % 10 === 9) await answer();
      shown.push(player.frame - 1 + player.alpha);
    }
    for (let k = 1; k < shown.length; k++) {
      expect(shown[k]).toBeGreaterThanOrEqual(shown[k - 1]);
      expect(shown[k] - shown[k - 1]).toBeLessThanOrEqual(3);
    }
  });

  test('two of them stay together', async () => {
    const { player, counters, events, answer } = await start(true, 2);
    player.playing = true;
    for (let k = 0; k < 10; k++) {
      player.tick(DT);
      await answer();
    }
    expect(counters[0].asked).toEqual(counters[1].asked);
    for (const event of events.filter((text) => text.includes(','))) expect(new Set(event.split(',')).size).toBe(1);
  });
});

test('a player stops where it is told to', async () => {
  const { player, counters, events } = await start(false);
  player.stopAt = 5;
  player.playing = true;
  for (let k = 0; k < 12; k++) player.tick(DT);
  expect(counters[0].frame).toBe(5);
  expect(player.playing).toBe(false);
  expect(events.at(-1)).toBe('stands');
});

test('a single step stands still afterwards', async () => {
  const { player, counters } = await start(false);
  player.playing = true;
  player.tick(DT);
  await player.step(1);
  expect(player.playing).toBe(false);
  player.tick(DT);
  expect(counters[0].frame).toBe(2);
  expect(player.alpha).toBe(1);
});

test('a run to a frame ends there', async () => {
  const { player, counters } = await start(false);
  await player.runTo(119);
  expect(counters[0].frame).toBe(119);
  expect(player.frame).toBe(119);
});

test('what was asked for before a break in time is not shown', async () => {
  const { player, answer } = await start(true);
  player.playing = true;
  player.tick(DT);
  const refreshed = player.refresh();
  await answer();
  await refreshed;
  const { frame } = player;
  player.tick(0);
  expect(player.frame).toBe(frame);
});

test('the errors of an engine are told', async () => {
  const told: unknown[] = [];
  const broken = { advance: (steps: number) => (steps ? Promise.reject(new Error('no more')) : Promise.resolve({ frame: 0 })) };
  const player = new Player([broken as unknown as Engine['session']], DT, {
    onFrames() {},
    onError: (error) => told.push(error),
    onPlaying() {},
  });
  await player.refresh();
  player.playing = true;
  player.tick(DT);
  await settled();
  expect(String(told[0])).toContain('no more');
});
