import { EXAMINEE_KINDS, type StrangeRow, type StrangeTest, strangeRow } from 'thetarank/study';
import { count, figure, markdownTable, percentOf, plural } from '../../text.ts';
import type { KeptTest } from './strange.ts';

const HEADS = [
  ...['examinee', 'tests:', 'error:', '×:', 'bias:', '90% hold:', 'width:', '×:', 'alarm:'],
  ...['verified:', 'of these hold:', 'random: error:', '90% hold:', 'width:'],
];

/** docs/evidence/strange-models.md */
export function strangePage(kept: readonly KeptTest[], misfit: readonly KeptTest[]): string {
  const banks = [...new Set(kept.map(({ bank, items }) => `${bank}, ${items} items`))];
  const sections = banks.map((name) => {
    const own = kept.filter(({ bank, items }) => `${bank}, ${items} items` === name);
    const rows = EXAMINEE_KINDS.flatMap(({ name: kind }) => {
      const tests = own.filter((one) => one.kind === kind).map(({ test }) => test);
      return tests.length === 0 ? [] : [rowOf(kind, strangeRow(tests))];
    });
    return `## ${name}\n\n${markdownTable(HEADS, rows)}\n\n${contradictedText(own)}\n`;
  });
  const kinds = EXAMINEE_KINDS.map(({ name, description }) => [`\`${name}\``, description]);
  return `# Evidence for strange models

A new checkpoint can be unlike all models of a calibration: its prompt is broken, it guesses, it has seen some items in training. A
robust test must then not be confidently wrong. Each examinee below is tested with \`robust\` on a calibration without the family of the
recorded models that it is made of (5 folds, seed 1), and with a plain random sample of as many items. Banks were used in development: the
[hypotheses](../mathematics.md#robust-tests-srccatrobust-srcrankingrobust) and the factors of their errors were chosen so that these intervals hold, so coverage
here is partly by construction. All figures are for the length named with each bank: in [short tests](../footguns.md#short-tests-of-strange-models) strange models are found less often.

- *error* is the mean absolute error in points, ± its standard error over tests; *×* divides by that of random items.
- *90% hold* is the share of the intervals that hold the score; *width* is their mean width in points, *×* as above.
- *alarm* is the share of tests with an alarm; their intervals are never verified. Of \`exchanged\` it is the share with the alarm
  \`change\`; its score is the mean of both models, which differ by 15 to 25 points where the bank has such pairs.
- A verified test is *contradicted by its own random items* if its score is more than three of their mean's standard errors, by the
  answers, from that mean. A test with the alarm \`contradicted\`, which has a larger standard error, is not verified.

${markdownTable(['examinee', 'what it does'], kinds)}

${sections.join('\n')}${misfit.length === 0 ? '' : misfitText(misfit)}`;
}

/** Classes of misfit: name, lower and upper end. */
const CLASSES = [
  ['below 50%', 0, 0.5],
  ['50 to 90%', 0.5, 0.9],
  ['90 to 99%', 0.9, 0.99],
  ['99 to 99.99%', 0.99, 0.9999],
  ['above 99.99%', 0.9999, Number.POSITIVE_INFINITY],
] as const;
/** From here on reports name a misfit. */
const NAMED = 0.5;

/** What the probability of misfit says of a score, and which examinees it finds. */
function misfitText(kept: readonly KeptTest[]): string {
  const known = kept.filter(({ test }) => (test.ownRandom ?? null) !== null);
  const classes = CLASSES.flatMap(([name, from, to]) => {
    const own = known.map(({ test }) => test).filter(({ misfit: p }) => p >= from && p < to);
    return own.length === 0 ? [] : [[name, count(own.length), ...misfitFigures(own)]];
  });
  const lengths = [100, Number.POSITIVE_INFINITY];
  const kinds = EXAMINEE_KINDS.flatMap(({ name }) => {
    const own = kept.filter(({ kind }) => kind === name);
    if (own.length === 0) return [];
    const shares = lengths.map((most, k) => {
      const some = own.filter(({ items }) => items <= most && (k === 0 || items > lengths[0]));
      return percentOf(shareOf(some, ({ test }) => test.misfit >= NAMED));
    });
    return [[name, count(own.length), ...shares]];
  });
  const banks = [...new Set(kept.map(({ bank }) => bank))].join(', ');
  return `
## Misfit

A test says with which probability the calibration does not describe the model (\`misfit\`), and what its own random items alone give (\`ownRandom\`).
${count(known.length)} tests of ordinary and strange models on ${banks}, with 100 and with up to 243 items. Errors are mean absolute errors in points; *held* is the share of
90% intervals that hold.

${markdownTable(['misfit', 'tests:', 'score: error:', 'held:', 'random items alone: error:', 'held:'], classes)}

Shares of tests with a misfit of at least 50%, which reports name: of ordinary models these are false alarms.

${markdownTable(['examinee', 'tests:', '100 items:', 'more:'], kinds)}
`;
}

function misfitFigures(tests: readonly StrangeTest[]): string[] {
  const scores = [(test: StrangeTest) => test, ({ ownRandom }: StrangeTest) => ownRandom!];
  return scores.flatMap((of) => [
    figure(
      tests.reduce((sum, test) => sum + Math.abs(of(test).score - test.actual), 0) / tests.length,
      2,
    ),
    percentOf(
      shareOf(tests, (test) => of(test).low <= test.actual && test.actual <= of(test).high),
    ),
  ]);
}

function shareOf<T>(all: readonly T[], is: (one: T) => boolean): number | null {
  return all.length === 0 ? null : all.filter(is).length / all.length;
}

/** How many verified tests of a bank are far from their own random items. */
function contradictedText(kept: readonly KeptTest[]): string {
  const { tests, verified, verifiedContradicted, verifiedUnknown } = strangeRow(
    kept.map(({ test }) => test),
  );
  if (verified === 0) return 'No test is verified.';
  const count = Math.round(verified * tests) - verifiedUnknown;
  const known = `Of ${plural(count, 'verified test')} ${verifiedContradicted} ${verifiedContradicted === 1 ? 'is' : 'are'} contradicted by their own random items.`;
  const unknown = `Of ${plural(verifiedUnknown, 'verified test')}, kept by older code, it is not known whether their own random items contradict them.`;
  return [count > 0 ? [known] : [], verifiedUnknown > 0 ? [unknown] : []].flat().join(' ');
}

function rowOf(kind: string, row: StrangeRow): string[] {
  const { random } = row;
  return [
    kind,
    String(row.tests),
    `${figure(row.error, 2)} ± ${figure(row.errorSe, 2)}`,
    figure(row.error / random.error, 2),
    figure(row.bias, 2),
    percentOf(row.held),
    figure(row.width, 1),
    figure(row.width / random.width, 2),
    percentOf(kind === 'exchanged' ? row.changes : row.alarms),
    percentOf(row.verified),
    percentOf(row.verifiedHeld),
    figure(random.error, 2),
    percentOf(random.held),
    figure(random.width, 1),
  ];
}
