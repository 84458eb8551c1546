import { rankFolds } from '../src/ranking/recorded/rank-folds.ts';
import { defaultItems } from '../src/workflow/live/test-defaults.ts';
import { readRecordedSource } from '../src/workflow/recorded-source.ts';

/** The bank that `npm start` ranks, and what the trials of each of its calibrations are made from. */
export async function startRanking() {
  const { bank, families } = await readRecordedSource({ bank: 'mmlu-pro' }, null);
  const items = defaultItems(bank.responses.items.length);
  const ranking = rankFolds({ bank, families, items, strategy: 'robust', seed: 1, draws: 20 });
  const folds = Array.from({ length: ranking.division.folds }, (_, k) => k);
  return { bank, requests: folds.map(ranking.trialRequest) };
}
