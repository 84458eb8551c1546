import { count, decimal, percent, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { ComparedChange, ComparisonResult } from '../../workflow/compare/comparison-result.ts';

/** `+1.3`, `−0.4`, `0.0` points. */
export function signed(points: number): string {
  const text = decimal(points, 1);
  return points > 0 && text !== '0.0' ? `+${text}` : text;
}

/** `−3.1 to −0.5`, or `exact`. */
export function endsText({ low, high }: { readonly low: number; readonly high: number }): string {
  return high - low < 1e-9 ? 'exact' : `${signed(low)} to ${signed(high)}`;
}

/** `p < .001`, `p = .032`. */
function pText(p: number): string {
  return p < 0.001 ? 'p < .001' : `p = ${decimal(Math.min(1, p), 3).replace(/^0\./, '.')}`;
}

/** What is shown of a change, in a sentence. */
export function verdictWords(change: ComparedChange, result: ComparisonResult): string {
  if (result.outcome === 'unfinished')
    return `${plainText(change.model)}: nothing is decided before all ${count(result.items)} items are asked; ${count(change.items)} are.`;
  const baseline = plainText(result.models[0].name);
  const model = plainText(change.model);
  if (change.verdict !== 'undecided')
    return `${model} scores ${change.verdict} than ${baseline} (${pText(change.p)}).`;
  return `Cannot tell whether ${model} or ${baseline} scores higher (${pText(change.p)}).${change.equivalence === null && change.regression === null ? moreWords(change, result) : ''}`;
}

/** What `--fail-if` found of a change; null if it was not asked. */
export function regressionWords(change: ComparedChange, result: ComparisonResult): string | null {
  const { failIf } = result;
  if (change.regression === null || failIf === null || result.outcome === 'unfinished') return null;
  const more = change.regression.is === 'undecided' ? moreWords(change, result) : '';
  return `${lossWords(change.regression, failIf)}${more}`;
}

/** What `--fail-if` found, in a sentence. */
export function lossWords(
  { p, is }: NonNullable<ComparedChange['regression']>,
  { drop, confidence }: NonNullable<ComparisonResult['failIf']>,
): string {
  const loss = `a loss of more than ${decimal(drop, 1)} points`;
  const [own, required] = [`confidence ${percent(1 - p)}`, percent(confidence)];
  if (is === 'shown') return `Regression: ${loss} is shown (${own}, required ${required}).`;
  if (is === 'excluded') return `No regression: ${loss} is excluded with ${required} confidence.`;
  return `No regression shown: ${own} in ${loss}, required ${required}. Nor is it excluded.`;
}

/** What `--equivalent-within` found of a change; null if it was not asked. */
export function equivalenceWords(change: ComparedChange, result: ComparisonResult): string | null {
  const { within } = result;
  if (change.equivalence === null || within === null || result.outcome === 'unfinished')
    return null;
  const margin = `${decimal(within, 1)} points`;
  if (change.equivalence.is === 'shown')
    return `Equivalent within ${margin} (${pText(change.equivalence.p)}).`;
  if (change.equivalence.is === 'different') return `Different by more than ${margin}.`;
  return `Cannot tell whether they are equivalent within ${margin} (${pText(change.equivalence.p)}).${moreWords(change, result)}`;
}

function moreWords({ more, isOpen, items }: ComparedChange, result: ComparisonResult): string {
  if (!isOpen || result.outcome === 'unfinished') return '';
  if (more === null)
    return items === result.comparedItems
      ? ' There are no more items to ask.'
      : ' It cannot be said yet how many more items would decide it.';
  return ` About ${plural(more, 'more item')} would decide it, if the difference stays the same.`;
}

/** What is compared, and of which scores. */
export function targetSentence({
  target,
  comparedItems,
  chosenItems,
  bankItems,
}: ComparisonResult): string {
  if (chosenItems)
    return `Warning: the models share ${count(comparedItems)} of the ${count(bankItems)} items of the bank, which their tests chose. Changes are of the scores on items like these; on the bank they can be others.`;
  const part =
    comparedItems === bankItems
      ? `the ${count(bankItems)} items of the bank`
      : `${count(comparedItems)} of the ${count(bankItems)} items of the bank: those that can be asked and that all recorded models answered`;
  return target === 'expected'
    ? `Changes are of the expected scores on items like ${part}.`
    : `Changes are of the recorded scores on ${part}.`;
}

/** What the whole comparison comes to, for a heading. */
export function outcomeWords({ outcome, changes, failIf, within }: ComparisonResult): string {
  if (outcome === 'unfinished') return 'Not finished';
  if (outcome === 'regression') return 'Regression found';
  if (outcome === 'different') return 'Models differ';
  if (outcome === 'unknown') return 'Cannot tell';
  if (within !== null) return 'Equivalence shown';
  if (failIf !== null) return 'No regression found';
  return changes.every(({ verdict }) => verdict === 'undecided')
    ? 'No difference shown'
    : 'Difference shown';
}
