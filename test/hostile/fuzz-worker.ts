// The process in which `npm run fuzz` runs its cases: told a campaign and a seed, answers what the case threw. Apart, so that a case that never
// ends or takes the process with it is a finding too.
import { campaigns } from './campaigns.ts';

export interface Order {
  campaign: string;
  seed: number;
}

export interface Answer extends Order {
  /** What the case threw. */
  finding?: string;
}

process.on('message', async ({ campaign: name, seed }: Order) => {
  const campaign = campaigns.find((candidate) => candidate.name === name)!;
  const answer: Answer = { campaign: name, seed };
  try {
    await campaign.run(seed);
  } catch (error) {
    answer.finding = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  process.send!(answer);
});
process.on('disconnect', () => process.exit());
