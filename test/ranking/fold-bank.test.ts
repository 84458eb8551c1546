import { expect, test } from 'vitest';
import { randomStream } from '../../src/random.ts';
import { foldBank } from '../../src/ranking/fold-bank.ts';
import { dealFolds } from '../../src/statistics/deal-folds.ts';
import { MODELS, simulatedBank } from './simulated-bank.ts';

test('foldBank calibrates on everyone outside the fold, and nobody inside', () => {
  const bank = simulatedBank(MODELS, 60);
  const fold = dealFolds(MODELS, 4, randomStream(1));
  for (let k = 0; k < 4; k++) {
    const { seen, unseen, calibration, bank: prepared } = foldBank(bank, fold, k);
    expect([...seen, ...unseen].sort((x, y) => x - y)).toEqual(MODELS.map((_, i) => i));
    expect(unseen).toEqual(MODELS.map((_, i) => i).filter((i) => fold[i] === k));
    expect(calibration.abilities).toHaveLength(seen.length);
    expect(prepared.items).toBe(calibration.parameters);
    expect(prepared.ids).toBe(bank.responses.items);
  }
});
