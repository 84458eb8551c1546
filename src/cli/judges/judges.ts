import { resolve } from 'node:path';
import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import { readJudgements } from '../../files/judges/read-judgements.ts';
import { readFamilies } from '../../files/responses/read-families.ts';
import { checkFolder, checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { shellWord } from '../../shell-word.ts';
import { analyseJudges, type JudgesReport } from '../../workflow/judges/analyse-judges.ts';
import { judgeTable } from '../../workflow/judges/judge-table.ts';
import { raterSeverity } from '../../workflow/judges/rater-severity.ts';
import { runJudgements } from '../../workflow/judges/run-judgements.ts';
import { addDatabaseOption, type DatabaseOptions, readStore } from '../options/database-option.ts';
import { names, wholeNumber } from '../options/options.ts';
import { lateProgress } from '../output/late-progress.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { printText } from '../output/typed-commands.ts';
import { wordsOfReports } from '../output/words-of-reports.ts';
import { judgesPage } from './judges-page.ts';
import { judgesText } from './judges-text.ts';
import { severityText } from './severity-text.ts';

interface JudgesOptions extends DatabaseOptions {
  readonly run?: number;
  readonly people?: readonly string[];
  readonly aspect?: string;
  readonly families?: string;
  readonly json?: boolean;
  readonly report?: string;
}

/** Share of the time that the fit of severities takes, about. */
const FIT_SHARE = 0.4;

const EXAMPLES = `
Files: CSV, or JSON Lines if the name ends in .jsonl, with model, item, judge, score and, if answers are scored by aspect, aspect. People are judges
that --people names.

Examples:
  thetarank judges scores.csv
  thetarank judges scores.csv --people anna,ben --report judges.html
  thetarank judges --run 12 --aspect completeness
  thetarank judges --run 12 people.csv --people anna --families families.csv --json`;

/** `thetarank judges`: how far judges agree, and what several are worth. */
export function addJudgesCommand(program: Command): void {
  addDatabaseOption(
    program
      .command('judges')
      .description(
        'How far do judges agree with each other and with people, how severe is each, what do models score without that, how many independent judges are they worth, and do they prefer models of their own family?',
      )
      .argument('[files...]', 'scores of judges and people'),
  )
    .option('--run <n>', 'judgements of this run of rank --model or evaluate', wholeNumber(1))
    .option('--people <a,b>', 'names of judges that are people', names)
    .option('--aspect <name>', 'use the scores of this aspect (default: answers as a whole)')
    .option(
      '--families <file>',
      'families of models and judges, CSV: model, family (default: by name)',
    )
    .option('--json', 'print JSON')
    .option('--report <file>', 'also write one HTML page there that can be sent to others')
    .addHelpText('after', EXAMPLES)
    .action(runJudges);
}

async function runJudges(files: readonly string[], options: JudgesOptions): Promise<void> {
  const { run, people = [], aspect = null, families, report: out } = options;
  if (files.length === 0 && run === undefined)
    fail('OPTIONS_CONFLICT', {
      options: 'files',
      reason: 'there is nothing to read. Name a file of scores, or a run by --run NUMBER.',
    });
  if (out !== undefined) {
    if (files.some((file) => resolve(file) === resolve(out)))
      fail('OPTIONS_CONFLICT', {
        options: '--report',
        reason: `${out} is an input file. Choose another place to write to.`,
      });
    checkFolder(out);
    checkWritable([out]);
  }
  const kept =
    run === undefined ? [] : await readStore(options, (store) => runJudgements(store, run));
  const scores = [...kept, ...files.flatMap(readJudgements)];
  const table = judgeTable(scores, people, aspect);
  const all = [...new Set(table.judges.models), ...table.judges.judges];
  const given = families === undefined ? null : readFamilies(families, all);
  const progress = lateProgress('fitting severities, comparing judges');
  let found: JudgesReport;
  try {
    const severity = raterSeverity(scores, people, aspect, (share) =>
      progress.reach(FIT_SHARE * share),
    );
    found = analyseJudges(table, severity, aspect, given, (share) =>
      progress.reach(FIT_SHARE + (1 - FIT_SHARE) * share),
    );
  } finally {
    progress.stop();
  }
  const write = async () => {
    if (out !== undefined) writeFileWhole(out, await judgesPage(found, wordsOfReports()));
    return true;
  };
  await printedAnyway(write, (written) => {
    if (options.json === true) {
      console.log(JSON.stringify(found, null, 2));
      return;
    }
    printText([judgesText(found), ...severityText(found.severity)].join('\n\n'));
    printText(`\n${nextText(found, options, files, written !== null)}`);
  });
}

function nextText(
  { people, aspects }: JudgesReport,
  { aspect, report, ...options }: JudgesOptions,
  files: readonly string[],
  isWritten: boolean,
): string {
  const given = [
    ...(options.run === undefined ? [] : [`--run ${options.run}`]),
    ...files.map(shellWord),
    ...(people.length === 0 ? [] : [`--people ${shellWord(people.join(','))}`]),
  ].join(' ');
  const steps = [
    ...(people.length === 0
      ? [
          'let people score a random sample of the answers, and add their scores with --people NAMES',
        ]
      : []),
    ...(aspect === undefined && aspects.length > 0
      ? [`thetarank judges ${given} --aspect ${shellWord(aspects[0])}`]
      : []),
    ...(report === undefined ? ['--report judges.html writes a page with charts'] : []),
  ];
  return [
    ...(report === undefined || !isWritten ? [] : [`Report: ${report}`]),
    ...(steps.length === 0 ? [] : [`Next: ${steps.join('; or ')}`]),
  ].join('\n');
}
