// The results of a queue: each job's once, whoever brings it, and in the order in which they came.
import type { JobOutcome } from '../job.ts';
import { readPlain, writePlain } from '../plain-data.ts';
import type { Place } from './connection.ts';

/** Writes a result unless there is one; gives that of before, or nothing. */
const STORE = `if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 1 then
  redis.call('RPUSH', KEYS[2], ARGV[1])
  return false
end
return redis.call('HGET', KEYS[1], ARGV[1])`;

export class Results {
  private readonly byKey: string;
  private readonly order: string;
  private readonly mismatches: string;

  constructor(private readonly place: Place) {
    this.byKey = place.keyOf('results');
    this.order = place.keyOf('order');
    this.mismatches = place.keyOf('mismatches');
  }

  /**
   * Stores an outcome. Where the job has one already, which happens when a worker was thought dead, that one stays; its hash has to be the same,
   * and is noted among the mismatches where it is not.
   */
  async store({ snapshot: _, ...outcome }: JobOutcome): Promise<void> {
    const earlier = (await this.place.client.eval(STORE, 2, this.byKey, this.order, outcome.key, writePlain(outcome))) as string | null;
    if (earlier === null) return;
    const before = readPlain(earlier) as JobOutcome;
    const hashOf = (one: Omit<JobOutcome, 'snapshot'>) => ('hash' in one ? one.hash : null);
    const [known, now] = [hashOf(before), hashOf(outcome)];
    if (known !== null && now !== null && known !== now)
      await this.place.client.hset(this.mismatches, outcome.key, JSON.stringify({ scene: outcome.scene, first: known, second: now }));
  }

  async has(key: string): Promise<boolean> {
    return (await this.place.client.hexists(this.byKey, key)) === 1;
  }

  /** Which of some jobs have none. */
  async without(keys: readonly string[]): Promise<Set<string>> {
    if (keys.length === 0) return new Set();
    const pipeline = this.place.client.pipeline();
    for (const key of keys) pipeline.hexists(this.byKey, key);
    const answers = (await pipeline.exec()) ?? [];
    return new Set(keys.filter((_, k) => answers[k]?.[1] !== 1));
  }

  async get(keys: readonly string[]): Promise<(JobOutcome | null)[]> {
    if (keys.length === 0) return [];
    const texts = await this.place.client.hmget(this.byKey, ...keys);
    return texts.map((text) => (text === null ? null : (readPlain(text) as JobOutcome)));
  }

  /** Keys in the order in which their results came. */
  async keys(from: number, count: number): Promise<string[]> {
    return this.place.client.lrange(this.order, from, from + count - 1);
  }

  async count(): Promise<number> {
    return this.place.client.hlen(this.byKey);
  }

  /** Jobs that have come to two different hashes. */
  async mismatchCount(): Promise<number> {
    return this.place.client.hlen(this.mismatches);
  }

  async clear(): Promise<void> {
    await this.place.client.del(this.byKey, this.order, this.mismatches);
  }
}
