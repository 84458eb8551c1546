import { markdownTable } from '../../text.ts';
import { findings } from './findings.ts';
import type { PaperReport, PaperTime } from './paper-report.ts';
import {
  figureTable,
  lengthTable,
  type PaperTable,
  summaryTable,
  timeTable,
} from './paper-tables.ts';

/** The page of the study. */
export function paperPage(report: PaperReport, times: readonly PaperTime[], code: string): string {
  const { seeds, items, models, lengths, figure } = report;
  return `# Evidence: the rapid assessment of CliMedBench

Code ${code}, seeds 1 to ${seeds.published}.

**Simulated.** The paper's items and answers are not public. A program draws banks, answers and participants; the conclusions that this
allows about the paper are [at the end](#what-can-be-concluded). The published scores are one draw of six models without errors: a
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

## Time

${tableOf(timeTable(times))}

Processor time of one thread, on a machine with other load.

## How a seed is made

    npm run research -- paper --seeds ${seeds.published} --recorded ${seeds.recorded}

- **The bank**: ${items.toLocaleString('en-US')} items in 14 scenarios, drawn by the program that made the built-in \`climedbench\`, which is seed 1.
- **The answers** of the ${models.length} models: drawn so that each scenario's score equals the published one to within one item. So the regular
  scores hardly differ between seeds; the seeds differ in which model has which item right, and in everything that depends on this.
- **The participants**: five models that are not ranked, with abilities and differences between scenarios like those of the published ${models.length} (θ
  standard normal, and in each scenario a normal deviation with their variance). All 20 ordered pairs generate, debate and reflect; who
  persuades whom is [assumed](../stand-in.md#how-simulated-models-debate) (default settings). Their answers to all items calibrate the bank as if
  they came from 20 independent examinees, as in the paper.
- **The published method**: maximum likelihood and maximum information. Its rapid score is the expected score on the whole bank at the estimated
  ability, with the given answers as they are; the paper does not say how it computes its rapid score. \`balanced\` gives every scenario its
  share.
- **Recorded answers** (the first ${seeds.recorded} seeds, because they take ten times as long): the ${models.length} models are divided into 5 folds, each tested on a calibration from the
  other 8 or 9 models. \`robust\` is prepared for all lengths at once (${lengths.map((length) => length.toLocaleString('en-US')).join(', ')}), as \`simulate post-hoc\` does.
- **True parameters**: those with which the items were drawn. They are unknown in practice and show the cost of calibration.
- All methods of a seed see the same bank, answers, and the same draws of random items. ± is the standard error over seeds; ranges hold 95%
  of the seeds.

## What can be concluded

The study shows

- how much the published method varies on a bank of this shape if everything random is drawn again, with models that differ between
  scenarios as much as the published scores show. A single comparison of six models cannot separate such variation from bias;
- the results of the same number of random items on the same banks;
- that items and calibration matter more than the number of items where errors stop falling with the length.

It does not show:

- **Anything about the named models** beyond their published scores. Which items they have right is random.
- **Whether the paper's figures are right.** Its items, its participants, the abilities of its five models, its estimation and its step from ability
  to score may all differ from those here. Whether a shift like the published one is usual or unusual here applies to this simulation only.
- Within a scenario, simulated answers follow one ability and real ones do not, so real banks are harder for a method with one ability.
- Simulated debate can only bring up the answer that one of two models would have given alone ([why that matters](synthesis.md)). Participants
  of real models may be more or less informative.
- The ${figure.models.length} models of Figure 11 are among the ${models.length} and the same in all seeds: seeds add banks and draws, not models.
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
