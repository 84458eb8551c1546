import { ENGLISH, type ReportText, sentences, type Words } from '../../languages/words.ts';
import { chanceText, count, decimal, percent } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { ComparedChange, ComparisonResult } from '../../workflow/compare/comparison-result.ts';

/** `+1.3`, `−0.4`, `0.0` points. */
export function signed(points: number): string {
  const text = decimal(points, 1);
  return points > 0 && text !== '0.0' ? `+${text}` : text;
}

/** `−3.1 to −0.5`, or `exact`. */
export function endsText(
  { low, high }: { readonly low: number; readonly high: number },
  t: Words = ENGLISH,
): string {
  return high - low < 1e-9
    ? t('exact')
    : t('{low} to {high}', { low: signed(low), high: signed(high) });
}

/** What is shown of a change, in a sentence. */
export function verdictWords(
  change: ComparedChange,
  result: ComparisonResult,
  t: Words = ENGLISH,
): string {
  if (result.outcome === 'unfinished')
    return t('{model}: nothing is decided before all {n} items are asked; {asked} are.', {
      model: plainText(change.model),
      n: count(result.items),
      asked: count(change.items),
    });
  const baseline = plainText(result.models[0].name);
  const facts = { model: plainText(change.model), baseline, p: `p ${chanceText(change.p, t)}` };
  if (change.verdict !== 'undecided')
    return change.verdict === 'higher'
      ? t('{model} scores higher than {baseline} ({p}).', facts)
      : t('{model} scores lower than {baseline} ({p}).', facts);
  return sentences(
    [
      t('Cannot tell whether {model} or {baseline} scores higher ({p}).', facts),
      change.equivalence === null && change.regression === null ? moreWords(change, result, t) : '',
    ],
    t,
  );
}

/** What `--fail-if` found of a change; null if it was not asked. */
export function regressionWords(
  change: ComparedChange,
  result: ComparisonResult,
  t: Words = ENGLISH,
): string | null {
  const { failIf } = result;
  if (change.regression === null || failIf === null || result.outcome === 'unfinished') return null;
  const more = change.regression.is === 'undecided' ? moreWords(change, result, t) : '';
  return sentences([lossWords(change.regression, failIf, t), more], t);
}

/** What `--fail-if` found, in a sentence. */
export function lossWords(
  { p, is }: NonNullable<ComparedChange['regression']>,
  { drop, confidence }: NonNullable<ComparisonResult['failIf']>,
  t: Words = ENGLISH,
): string {
  const facts = { drop: decimal(drop, 1), own: percent(1 - p), required: percent(confidence) };
  if (is === 'shown')
    return t(
      'Regression: a loss of more than {drop} points is shown (confidence {own}, required {required}).',
      facts,
    );
  if (is === 'excluded')
    return t(
      'No regression: a loss of more than {drop} points is excluded with {required} confidence.',
      facts,
    );
  return t(
    'No regression shown: confidence {own} in a loss of more than {drop} points, required {required}. Nor is it excluded.',
    facts,
  );
}

/** What `--equivalent-within` found of a change; null if it was not asked. */
export function equivalenceWords(
  change: ComparedChange,
  result: ComparisonResult,
  t: Words = ENGLISH,
): string | null {
  const { within } = result;
  if (change.equivalence === null || within === null || result.outcome === 'unfinished')
    return null;
  const facts = { n: decimal(within, 1), p: `p ${chanceText(change.equivalence.p, t)}` };
  if (change.equivalence.is === 'shown') return t('Equivalent within {n} points ({p}).', facts);
  if (change.equivalence.is === 'different') return t('Different by more than {n} points.', facts);
  return sentences(
    [
      t('Cannot tell whether they are equivalent within {n} points ({p}).', facts),
      moreWords(change, result, t),
    ],
    t,
  );
}

function moreWords(
  { more, isOpen, items }: ComparedChange,
  result: ComparisonResult,
  t: Words,
): string {
  if (!isOpen || result.outcome === 'unfinished') return '';
  if (more === null)
    return items === result.comparedItems
      ? t('There are no more items to ask.')
      : t('It cannot be said yet how many more items would decide it.');
  return t(
    'About {n, plural, one {# more item} other {# more items}} would decide it, if the difference stays the same.',
    { n: more },
  );
}

/** What is compared, and of which scores. */
export function targetSentence(
  { target, comparedItems, chosenItems, bankItems }: ComparisonResult,
  t: Words = ENGLISH,
): string {
  if (chosenItems)
    return t(
      'Warning: the models share {n} of the {all} items of the bank, which their tests chose. Changes are of the scores on items like these; on the bank they can be others.',
      { n: count(comparedItems), all: count(bankItems) },
    );
  const part =
    comparedItems === bankItems
      ? t('the {all} items of the bank', { all: count(bankItems) })
      : t(
          '{n} of the {all} items of the bank: those that can be asked and that all recorded models answered',
          { n: count(comparedItems), all: count(bankItems) },
        );
  return target === 'expected'
    ? t('Changes are of the expected scores on items like {part}.', { part })
    : t('Changes are of the recorded scores on {part}.', { part });
}

/** What the whole comparison comes to, for a heading. */
export function outcomeWords({ outcome, changes, failIf, within }: ComparisonResult): ReportText {
  if (outcome === 'unfinished') return /*T*/ 'Not finished';
  if (outcome === 'regression') return /*T*/ 'Regression found';
  if (outcome === 'different') return /*T*/ 'Models differ';
  if (outcome === 'unknown') return /*T*/ 'Cannot tell';
  if (within !== null) return /*T*/ 'Equivalence shown';
  if (failIf !== null) return /*T*/ 'No regression found';
  return changes.every(({ verdict }) => verdict === 'undecided')
    ? /*T*/ 'No difference shown'
    : /*T*/ 'Difference shown';
}
