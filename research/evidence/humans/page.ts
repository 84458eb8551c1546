import type { Replicated } from '../../study.ts';
import { markdownTable } from '../../text.ts';
import type { Coverage, HumanCell, HumanOutcome } from './simulate.ts';

type Simulated = Replicated<HumanCell, HumanOutcome>;

/** docs/evidence/humans.md */
export function humansPage(
  { cells, cases, shared }: Readonly<Record<'cells' | 'cases' | 'shared', readonly Simulated[]>>,
  { banks: runs }: { readonly banks: number },
): string {
  return `# Evidence for intervals of people

Do the 90% intervals of \`thetarank bank humans\` hold? The truth is known because all figures are simulated: ${runs.toLocaleString('en-US')} banks per row, and ± of 95% about
${(100 * 1.96 * Math.sqrt(0.09 / runs)).toFixed(1)} points of coverage. "Spread" is the standard deviation of the logarithm of the number of respondents; with 1, one item in six has 2.7 times the median or more.
"Binomial" is what is commonly printed: m ± 1.645 √(m(1 − m)/n) of all n answers.

## Accuracy of people

Columns "items like these" count how often an interval contains the accuracy over all items of this kind, columns "these items" how often it contains the
accuracy on the items drawn.

${markdownTable(
  [
    'items:',
    'respondents, median:',
    'spread:',
    'accuracy:',
    'items like these:',
    'width, points:',
    'binomial:',
    'these items:',
    'binomial:',
  ],
  cells.map(({ cell, results: [outcome] }) => [
    ...facts(cell, outcome),
    share(outcome.expected),
    outcome.width.toFixed(1),
    share(outcome.binomialExpected),
    share(outcome.recorded),
    share(outcome.binomialRecorded),
  ]),
)}

Items differ much more than people err by chance, so a binomial interval says next to nothing about items like these. Where numbers of respondents differ, few
items have most of the weight; the degrees of freedom then are few, and intervals are wide and rather too cautious.

## A model minus people

The model is right on an item in 0.3 logits less than people, ± 0.7 by item. "Paired by item" is what is printed. "Unpaired" takes the errors of both as independent.
"Usual" is the difference ± t standard errors of the differences by item.

${markdownTable(
  [
    'items:',
    'respondents, median:',
    'spread:',
    'accuracy:',
    'paired by item:',
    'width, points:',
    'usual:',
    'width, points:',
    'unpaired:',
    'width, points:',
  ],
  cells.map(({ cell, results: [outcome] }) => [
    ...facts(cell, outcome),
    share(outcome.paired),
    outcome.pairedWidth.toFixed(1),
    share(outcome.usual),
    outcome.usualWidth.toFixed(1),
    share(outcome.unpaired),
    outcome.unpairedWidth.toFixed(1),
  ]),
)}

The usual interval is too narrow where the model or people are nearly always right: most differences are then near 0, and a few items that are drawn or not decide. Of ten such items
it holds in half of the cases. It may even be a point. The printed interval is made of the ends of both intervals and does not suffer from this. On five and ten usual items it holds more often
than it says. Taking the two errors as independent fails where few items have most of the respondents.

## Questions of one case

Here 40 items belong to cases: questions about one patient, or below one stem. "Case" is the standard deviation, in logits, of what the questions of a case share.
The first two columns of coverage know which items belong together, the others take each item by itself.

${markdownTable(
  [
    'sizes of cases, in turn',
    'case:',
    'items like these:',
    'a model minus people:',
    'not known, items like these:',
    'not known, a model minus people:',
  ],
  cases.map(({ cell: { cases: own }, results: [outcome] }) => [
    own!.sizes.join(', '),
    own!.sd.toFixed(1),
    share(outcome.expected),
    share(outcome.paired),
    share(outcome.alone),
    share(outcome.aloneGap),
  ]),
)}

What the questions of a case share makes fewer of them independent. Intervals that take each question by itself then hold far too seldom. Those that know the cases
hold, and are rather too wide where sizes differ much. With fewer than five cases a difference has no interval. Most of what a case shares is shared by people and the model, so their
difference suffers little where nobody knows the cases.

## The same people at every item

Shares alone do not show whether the same people answered several items. Here a fixed group answered all 100 items. "Ability" is the standard deviation of their abilities, in logits.

${markdownTable(
  ['people:', 'ability:', 'items like these:', 'these items:'],
  shared.map(({ cell, results: [outcome] }) => [
    String(cell.respondents),
    (cell.shared ?? 0).toFixed(1),
    share(outcome.expected),
    share(outcome.recorded),
  ]),
)}

If people differ and a small group answered everything, the intervals are too narrow, above all those of these items: the choice of the people is an error
that they do not contain. With thousands of respondents it is small beside the differences of items.

## What this does not show

- Accuracies that are wrong in themselves: people who looked answers up, or who answered a question several times.
- Whether the people are those that one wants to speak about. Users of a website are not the candidates of an examination.
`;
}

function facts({ items, respondents, spread }: HumanCell, { truth }: HumanOutcome): string[] {
  return [String(items), String(respondents), spread.toFixed(0), truth.toFixed(1)];
}

/** 91.2% */
function share(coverage: Coverage | null): string {
  return coverage === null ? '–' : `${(100 * coverage.value).toFixed(1)}%`;
}
