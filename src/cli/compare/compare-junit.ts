import { escapeHtml } from '../../html/html.ts';
import { plainText } from '../../plain-text.ts';
import type { ComparedChange, ComparisonResult } from '../../workflow/compare/comparison-result.ts';
import { absentLines } from './absent-lines.ts';
import {
  endsText,
  equivalenceWords,
  regressionWords,
  signed,
  verdictWords,
} from './change-words.ts';

/** One test of a JUnit report: why it failed, or null. */
interface Case {
  readonly name: string;
  readonly failure: string | null;
  /** Why it was not decided; absent if it was. */
  readonly skipped?: string;
  readonly output: string;
}

/**
 * A comparison as JUnit XML, which pipelines show: a test per rule and model, and without rules one per model that always passes. What
 * cannot be told fails the test of equivalence, as it does the command.
 */
export function compareJunit(result: ComparisonResult): string {
  const cases = result.changes.flatMap((change) => casesOf(change, result));
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const skipped = cases.filter((one) => one.skipped !== undefined).length;
  const name = xml(`thetarank compare ${result.bank}`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${cases.length}" failures="${failures}">`,
    `  <testsuite name="${name}" tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}">`,
    ...cases.map((one) =>
      [
        `    <testcase classname="${name}" name="${xml(one.name)}">`,
        ...(one.skipped === undefined ? [] : [`      <skipped message="${xml(one.skipped)}"/>`]),
        ...(one.failure === null ? [] : [`      <failure message="${xml(one.failure)}"/>`]),
        `      <system-out>${xml(one.output)}</system-out>`,
        '    </testcase>',
      ].join('\n'),
    ),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function casesOf(change: ComparedChange, result: ComparisonResult): Case[] {
  const { failIf, within, models } = result;
  const pair = `${change.model} compared with ${models[0].name}`;
  const pairOf = models.filter(({ name }, k) => k === 0 || name === change.model);
  const absent = absentLines({ ...result, models: pairOf, changes: [change] })
    .map((text) => ` ${text}`)
    .join('');
  const output = `change ${signed(change.change)} points (${endsText(change)}), ${change.items} items. ${verdictWords(change, result)}${absent}`;
  if (result.outcome === 'unfinished')
    return [{ name: pair, failure: null, skipped: verdictWords(change, result), output }];
  const cases: Case[] = [];
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

const xml = (text: string) => escapeHtml(plainText(text));
