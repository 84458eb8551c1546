import { join } from 'node:path';
import { stringify } from 'yaml';
import { count, plural } from '../../../numbers.ts';
import { shellWord } from '../../../shell-word.ts';
import { REPORT } from '../../../workflow/studies/kept/shown-files.ts';
import { operation, type Reading } from '../../operation.ts';
import { typedCommand } from '../../typed-command.ts';
import { onWorkersNote } from '../on-workers.ts';
import { writeStudyFiles } from './files.ts';
import { type MonteCarloOptions, monteCarloOptions } from './options.ts';
import { studyDocument } from './report.ts';
import { planMonteCarlo, runMonteCarlo } from './run-monte-carlo.ts';
import { collectionText } from './words.ts';

const NAME = 'simulate monte-carlo';
const HELP = `
Example: design.yaml
  bank: { generate: { items: 500, c: { beta: { alpha: 5, beta: 17 } } } }
  abilities: { normal: { mean: 0, sd: 1, count: 200 } }
  estimators: [ml, eap]
  selectors: [maximum-information, random]
  lengths: [20, 40]

  thetarank simulate monte-carlo design.yaml --dry-run
  thetarank simulate monte-carlo design.yaml --out study
  thetarank simulate monte-carlo design.yaml --out study --resume
  thetarank simulate monte-carlo design.yaml --out study --on workers --database postgres://thetarank@db/thetarank

or without a file:
  thetarank simulate monte-carlo --bank generated --items 500 --lengths 20,40 --selectors maximum-information,random --estimators ml,eap
  thetarank simulate monte-carlo --bank mmlu-pro --lengths 40 --selectors maximum-information,randomesque:best=10 --print-design > design.yaml

All fields: docs/simulation.md, docs/schema/monte-carlo.schema.json`;

/** Above a design that is printed: what to do with it. */
const NEXT_OF_DESIGN = `# All fields: docs/simulation.md. Next, with this in design.yaml:
#   thetarank simulate monte-carlo design.yaml --out study
`;

/** Adaptive tests of simulated examinees, in all cells of a design. */
export const monteCarlo = operation({
  name: NAME,
  summary:
    'Simulate adaptive tests of examinees of known ability, in every combination of a design, and measure precision, exposure and order.',
  help: HELP,
  options: monteCarloOptions,
  database: 'existing',
  outputs: ['json', 'report'],
  estimate: {
    run: planMonteCarlo,
    report: (plan, reading) => ({
      lead: [
        `${plural(plan.cells, 'cell')} × ${plural(plan.replications, 'replication')} × ${plural(plan.examinees, 'examinee')} = ${plural(plan.sessions, 'session')} on ${plural(plan.items, 'item')}, in ${plural(plan.blocks, 'block')} on ${plural(plan.workers, 'thread')} of this machine: about ${count(plan.seconds)} s.`,
        ...(plan.collection === null ? [] : [collectionText(plan.collection)]),
        ...onWorkersNote(reading),
      ].join('\n'),
      next: keepingCommand(reading),
    }),
  },
  run: runMonteCarlo,
  text: ({ report, design }) =>
    report === null ? `${NEXT_OF_DESIGN}${stringify(design)}` : undefined,
  json: ({ report, design }) => report ?? design,
  report({ report }, reading) {
    if (report === null) return {};
    const { out } = reading.options;
    const told = studyDocument(report, reading);
    if (reading.reader === 'others' || (out === undefined && reading.hasPage)) return told;
    const next =
      out === undefined
        ? `to keep the results, with a report and tables: ${keepingCommand(reading)}`
        : `read the report: ${join(out, REPORT)}`;
    return { ...told, next };
  },
  write: writeStudyFiles,
});

/** The command that also keeps what it finds. */
function keepingCommand({ options, where }: Reading<MonteCarloOptions>): string {
  const { out = 'study', ...others } = options;
  const again = typedCommand(NAME, monteCarloOptions, { ...others, resume: false });
  return `${again}${options.on === 'workers' ? where : ''} --out ${shellWord(out)}`;
}
