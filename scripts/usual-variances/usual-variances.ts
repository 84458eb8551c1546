/**
 * How much language models differ, by bank: the numbers that src/ranking/robust/usual-variances.ts takes the medians of.
 *
 *     node scripts/usual-variances/usual-variances.ts                         the built-in banks of recorded models
 *     node scripts/usual-variances/usual-variances.ts NAME|FILE [TAGS] ...    built-in banks, or recorded answers with their items' tags
 *
 * Models are left out by whole families, four folds a bank.
 */
import { leftOutFolds, recordedBanks } from '../recorded-banks.ts';
import { examineeVariances } from './examinee-variances.ts';

const FOLDS = 4;

for (const bank of recordedBanks(process.argv.slice(2))) {
  const { scores, items } = bank.responses;
  const width = items.length;
  let fold = 0;
  for (const { model, unseen } of leftOutFolds(bank, FOLDS, 'usual-variances')) {
    const answers = unseen.map((i) => scores.subarray(i * width, (i + 1) * width));
    const { minorAbility, effects } = examineeVariances(model, answers);
    const words = model.groupings.map(({ name: of }, g) => `${of} ${effects[g].toFixed(3)}`);
    console.log(
      `${bank.name}, fold ${++fold}: abilities ${minorAbility.toFixed(2)}, ${words.join(', ')}`,
    );
  }
}
