import type { TestCase, TestSuite } from '../../report/junit.ts';
import type { ComparedChange, ComparisonResult } from '../../workflow/compare/comparison-result.ts';
import { absentNotes } from './absent-notes.ts';
import {
  endsText,
  equivalenceWords,
  regressionWords,
  signed,
  verdictWords,
} from './change-words.ts';

/**
 * One test per rule and model; without rules, one per model, which always passes. An undecided test of equivalence counts as failed, like
 * the exit code of the command.
 */
export function testsOf(result: ComparisonResult | null): TestSuite {
  if (result === null) return { name: 'thetarank compare', cases: [] };
  const { bank, changes } = result;
  return {
    name: `thetarank compare ${bank}`,
    cases: changes.flatMap((change) => casesOf(change, result)),
  };
}

function casesOf(change: ComparedChange, result: ComparisonResult): TestCase[] {
  const { failIf, within, models } = result;
  const pair = `${change.model} compared with ${models[0].name}`;
  const pairOf = models.filter(({ name }, k) => k === 0 || name === change.model);
  const absent = absentNotes({ ...result, models: pairOf, changes: [change] })
    .map((text) => ` ${text}`)
    .join('');
  const output = `change ${signed(change.change)} points (${endsText(change)}), ${change.items} items. ${verdictWords(change, result)}${absent}`;
  if (result.outcome === 'unfinished')
    return [{ name: pair, failure: null, skipped: verdictWords(change, result), output }];
  const cases: TestCase[] = [];
  if (change.regression !== null)
    cases.push({
      name: `${pair}: drop at most ${failIf!.drop}`,
      failure: change.regression.is === 'shown' ? regressionWords(change, result) : null,
      output: `${output} ${regressionWords(change, result)}`,
    });
  if (change.equivalence !== null)
    cases.push({
      name: `${pair}: equivalent within ${within}`,
      failure: change.equivalence.is === 'shown' ? null : equivalenceWords(change, result),
      output: `${output} ${equivalenceWords(change, result)}`,
    });
  return cases.length > 0 ? cases : [{ name: pair, failure: null, output }];
}
