import { describe, test } from 'vitest';
import { campaigns } from './campaigns.ts';

describe.each(campaigns)('$name: $description', (campaign) => {
  for (let seed = 1; seed <= campaign.cases; seed++) {
    test(`seed ${seed}`, async () => {
      await campaign.run(seed);
    });
  }
});
