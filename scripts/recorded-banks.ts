import { loadBuiltinBank } from '../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../item-bank/builtin/names.ts';
import type { ScoreModel } from '../src/cat/robust/score-model.ts';
import { readItemTags } from '../src/files/items/read-tags.ts';
import { readResponses } from '../src/files/responses/read-responses.ts';
import { pickExaminees, type ResponseMatrix } from '../src/irt/responses.ts';
import { randomStream } from '../src/random.ts';
import { familiesOf } from '../src/ranking/families.ts';
import { type RecordedBank, scoreTag } from '../src/ranking/recorded-bank.ts';
import { dimensionsFor } from '../src/ranking/robust/choices.ts';
import { fitScoreModel } from '../src/ranking/robust/fit-score-model.ts';
import type { ItemTag } from '../src/ranking/robust/item-groups.ts';
import { dealFolds } from '../src/statistics/deal-folds.ts';

/** Banks whose recorded answers are those of models. */
const RECORDED = ['mmlu-pro', 'cruxeval-o'];

/**
 * The banks that the arguments of a script name: built-in ones, or files of recorded answers, each of which may be followed by a file
 * of its items' tags (with `tags` or `items` in its name). Without arguments, two built-in ones.
 */
export function* recordedBanks(names: readonly string[]): Generator<RecordedBank> {
  const all = names.length === 0 ? RECORDED : names;
  for (let k = 0; k < all.length; k++) {
    const name = all[k];
    const isTags = !isBuiltinBank(name) && /tags|items/.test(all[k + 1] ?? '');
    if (isBuiltinBank(name)) yield loadBuiltinBank(name);
    else {
      const { matrix: responses, families } = readResponses(name);
      const tags = isTags ? readItemTags(all[++k], responses.items) : {};
      yield {
        name,
        simulated: false,
        responses,
        tags,
        fullScore: 'items',
        families: families ?? undefined,
      };
    }
  }
}

/** A calibration without the families of one fold. */
export interface LeftOutFold {
  readonly model: ScoreModel;
  /** The answers it was made from, and the rows of the bank that were left out. */
  readonly seen: ResponseMatrix;
  readonly unseen: readonly number[];
  readonly tag: ItemTag | undefined;
}

/**
 * Leaves out each fold of whole families in turn.
 *
 * @param purpose names the random stream that deals the families
 */
export function* leftOutFolds(
  bank: RecordedBank,
  folds: number,
  purpose: string,
): Generator<LeftOutFold> {
  const { responses } = bank;
  const families = familiesOf(responses.examinees, bank.families ?? null, folds);
  const fold = dealFolds(families.of, folds, randomStream(purpose, bank.name));
  const name = scoreTag(bank);
  const tag = name === undefined ? undefined : bank.tags[name];
  const rows = [...responses.examinees.keys()];
  for (let k = 0; k < folds; k++) {
    const seen = pickExaminees(
      responses,
      rows.filter((i) => fold[i] !== k),
    );
    yield {
      model: fitScoreModel(
        { responses: seen, tag, optionCounts: bank.optionCounts },
        dimensionsFor(seen.examinees.length),
      ),
      seen,
      unseen: rows.filter((i) => fold[i] === k),
      tag,
    };
  }
}
