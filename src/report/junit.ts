import { escapeHtml } from '../html/html.ts';
import { plainText } from '../plain-text.ts';

/** One test of a JUnit report: why it failed, or null. */
export interface TestCase {
  readonly name: string;
  readonly failure: string | null;
  /** Why it was not decided; absent if it was. */
  readonly skipped?: string;
  readonly output: string;
}

/** Tests that belong together. */
export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

/** Tests as JUnit XML, which pipelines show. */
export function junitXml({ name: suite, cases }: TestSuite): string {
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const skipped = cases.filter((one) => one.skipped !== undefined).length;
  const name = xml(suite);
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

const xml = (text: string) => escapeHtml(plainText(text));
