import {
  figureTable,
  lengthTable,
  type PaperTable,
  summaryTable,
  timeTable,
} from '../../paper/report/paper-tables.ts';
import type { PaperReport, PaperTime } from '../../paper/simulate/paper-report.ts';
import { markdownTable } from '../markdown.ts';
import { findings } from './findings.ts';

/** The page of the study. */
export function paperEvidencePage(
  report: PaperReport,
  times: readonly PaperTime[],
  { code, begun }: { readonly code: string; readonly begun: string },
): string {
  const { seeds, items, models, lengths, figure } = report;
  return `# Evidence: the rapid assessment of CliMedBench

Made by \`npm run evidence:paper\` (code ${code}, seeds 1 to ${seeds.published}, begun ${begun}); do not edit by hand.

**Simulated.** The paper's items and answers are not public. Banks, answers and participants are drawn by a program; what can be said about
the paper by that, and what cannot, stands [at the end](#what-can-be-concluded). Published scores are one draw of six models without errors: a
comparison, not a target.

${findings(report)
  .map((text) => `- ${text}`)
  .join('\n')}

## Figure 11

![A panel for each of six models. Black and pink marks: its published regular and rapid score. Below them the medians of simulated rapid scores by method, with lines where 95% of the seeds lie; the figures are in the table.](paper-figure-11.svg)

${tableOf(figureTable(report))}

${tableOf(summaryTable(report))}

## By number of items

![Four panels against the number of items: mean absolute error, Kendall τ-b, bias, and share of own 90% intervals that hold, a line a method; the figures are in the table.](paper-by-length.svg)

${tableOf(lengthTable(report))}

## What it takes

${tableOf(timeTable(times))}

Processor time of one thread, on a machine that did other work too.

## How a seed is made

    thetarank research paper --seeds ${seeds.published} --recorded-seeds ${seeds.recorded} --out paper

- **The bank**: ${items.toLocaleString('en-US')} items in 14 scenarios, drawn anew by the program that made the built-in \`climedbench\`, which is seed 1.
- **The answers** of the ${models.length} models: drawn anew, so that each scenario's score is the published one to within one item. So the regular
  scores hardly differ from seed to seed, and what varies is who has which item right, and all that follows.
- **The participants**: five models that are not ranked, as strong and as uneven over the scenarios as the published ${models.length} are (θ
  standard normal, and in each scenario a normal deviation with the variance of theirs). All 20 ordered pairs generate, debate and reflect; who
  persuades whom is [assumed](../stand-in.md#how-simulated-models-debate) (the plain settings). Their answers to all items calibrate the bank as if 20 independent
  examinees had given them, as the paper has it.
- **The published method**: maximum likelihood and maximum information. Its rapid score is the expected score on the whole bank at the estimated
  ability, answers given counting as they are; how the paper makes its rapid score, it does not say. \`balanced\` keeps every scenario in its
  share.
- **Recorded answers** (the first ${seeds.recorded} seeds, for they take ten times as long): the ${models.length} models are dealt into 5 folds, each tested on a calibration from the
  others, 8 or 9 models. \`robust\` is prepared for all lengths at once (${lengths.map((length) => length.toLocaleString('en-US')).join(', ')}), as \`simulate post-hoc\` does.
- **True parameters**: those that the items were drawn with. Nobody has them; they show what calibration costs.
- All methods of a seed see the same bank, answers, and the same draws of random items. ± is the standard error over seeds; ranges are where 95%
  of the seeds lie.

## What can be concluded

- How far the published method scatters on a bank of this shape when everything that chance decides is drawn again, with models that are
  as uneven over scenarios as the published scores say. A single comparison of six models cannot tell such scatter from bias.
- What equally many random items would have told, on the same banks.
- That items and calibration matter more than the number of items, where errors stop falling with the length.

And what cannot:

- **Nothing about the models named**, beyond their published scores. Which items they have right is drawn.
- **Not whether the paper's figures are right.** Its items, its participants, the strength of its five models, its estimation and its way from ability
  to score may all differ from what is done here. That a shift such as the published one is usual or unusual here says so of this simulation.
- Within a scenario simulated answers follow one ability, which real ones do not: real banks are harder for a method of one ability than this.
- Simulated debate can only bring up what one of two models would have said alone ([why that matters](synthesis.md)). Participants of real
  models may tell more, or less.
- ${figure.models.length} models of Figure 11 are ${figure.models.length} of the ${models.length}, and the same in all seeds: seeds add banks and draws, not models.
- The standard errors are over seeds. Other assumptions (another pool, correlated errors, another debate) would change more than another 200
  seeds.
`;
}

function tableOf({ caption, columns, rows }: PaperTable): string {
  return `${caption}\n\n${markdownTable(
    columns.map(({ name, numeric }) => (numeric ? `${name}:` : name)),
    rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|'))),
  )}`;
}
