/**
 * How much language models differ, by bank: the numbers that src/ranking/robust/usual-variances.ts takes the medians of.
 *
 *     node scripts/usual-variances/usual-variances.ts                    the built-in banks of recorded models
 *     node scripts/usual-variances/usual-variances.ts FILE [TAGS] ...    recorded answers, each with a file of its items' tags
 *
 * Models are left out by whole families, four folds a bank.
 */
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { readItemTags } from '../../src/files/items/read-tags.ts';
import { readResponses } from '../../src/files/responses/read-responses.ts';
import { pickExaminees } from '../../src/irt/responses.ts';
import { randomStream } from '../../src/random.ts';
import { familiesOf } from '../../src/ranking/families.ts';
import { dealFolds } from '../../src/ranking/folds.ts';
import { type RecordedBank, scoreTag } from '../../src/ranking/recorded-bank.ts';
import { dimensionsFor } from '../../src/ranking/robust/choices.ts';
import { fitScoreModel } from '../../src/ranking/robust/fit-score-model.ts';
import { examineeVariances } from './examinee-variances.ts';

const FOLDS = 4;

function* banks(files: readonly string[]): Generator<RecordedBank> {
  if (files.length === 0)
    for (const name of ['mmlu-pro', 'cruxeval-o']) yield loadBuiltinBank(name);
  for (let k = 0; k < files.length; k++) {
    const name = files[k];
    const { matrix, families } = readResponses(name);
    const tags = /tags|items/.test(files[k + 1] ?? '')
      ? readItemTags(files[++k], matrix.items)
      : {};
    const own = { name, simulated: false, responses: matrix, tags, fullScore: 'items' as const };
    yield families === null ? own : { ...own, families };
  }
}

for (const bank of banks(process.argv.slice(2))) {
  const { responses } = bank;
  const families = familiesOf(responses.examinees, bank.families ?? null, 2);
  const fold = dealFolds(families.of, FOLDS, randomStream('usual-variances', bank.name));
  const name = scoreTag(bank);
  const tag = name === undefined ? undefined : bank.tags[name];
  const width = responses.items.length;
  for (let k = 0; k < FOLDS; k++) {
    const rows = [...responses.examinees.keys()];
    const seen = rows.filter((i) => fold[i] !== k);
    const own = pickExaminees(responses, seen);
    const model = fitScoreModel({ responses: own, tag }, dimensionsFor(seen.length));
    const { minorAbility, effects } = examineeVariances(
      model,
      rows
        .filter((i) => fold[i] === k)
        .map((i) => responses.scores.subarray(i * width, (i + 1) * width)),
    );
    const words = model.groupings.map(({ name: of }, g) => `${of} ${effects[g].toFixed(3)}`);
    console.log(
      `${bank.name}, fold ${k + 1}: abilities ${minorAbility.toFixed(2)}, ${words.join(', ')}`,
    );
  }
}
