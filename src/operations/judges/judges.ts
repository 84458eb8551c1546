import { z } from 'zod';
import { readJudgements } from '../../files/judges/read-judgements.ts';
import { readFamilies } from '../../files/responses/read-families.ts';
import { analyseJudges, type JudgesReport } from '../../workflow/judges/analyse-judges.ts';
import { judgeTable } from '../../workflow/judges/judge-table.ts';
import { raterSeverity } from '../../workflow/judges/rater-severity.ts';
import { runJudgements } from '../../workflow/judges/run-judgements.ts';
import { wholeNumber } from '../fields.ts';
import { operation } from '../operation.ts';
import { judgesDocument } from './report.ts';

const SCORES = { group: 'Scores' };

const options = z
  .object({
    files: z
      .array(z.string())
      .default([])
      .describe('scores of judges and people')
      .meta({ isArgument: true, file: 'in' }),
    run: wholeNumber(1)
      .optional()
      .describe('judgements of this run of rank --model or evaluate')
      .meta(SCORES),
    people: z
      .array(z.string().min(1))
      .default([])
      .describe('names of judges that are people')
      .meta(SCORES),
    aspect: z
      .string()
      .optional()
      .describe('use the scores of this aspect (default: answers as a whole)')
      .meta({ ...SCORES, value: 'name' }),
    families: z
      .string()
      .optional()
      .describe('families of models and judges, CSV: model, family (default: by name)')
      .meta({ ...SCORES, value: 'file', file: 'in' }),
  })
  .refine(({ files, run }) => files.length > 0 || run !== undefined, {
    path: ['files', 'run'],
    error: 'there is nothing to read. Name a file of scores, or a run by --run NUMBER.',
  });
export type JudgesOptions = z.output<typeof options>;

/** Share of the time that the fit of severities takes, about. */
const FIT_SHARE = 0.4;

export const judges = operation({
  name: 'judges',
  summary:
    'How far do judges agree with each other and with people, how severe is each, what do models score without that, how many independent judges are they worth, and do they prefer models of their own family?',
  help: `
Files: CSV, or JSON Lines if the name ends in .jsonl, with model, item, judge, score and, if answers are scored by aspect, aspect. People are judges
that --people names.

Examples:
  thetarank judges scores.csv
  thetarank judges scores.csv --people anna,ben --report judges.html
  thetarank judges --run 12 --aspect completeness
  thetarank judges --run 12 people.csv --people anna --families families.csv --json`,
  options,
  database: 'existing',
  doing: 'fitting severities, comparing judges',
  async run(
    { files, run, people, aspect = null, families },
    { store, progress },
  ): Promise<JudgesReport> {
    const kept = run === undefined ? [] : await store((open) => runJudgements(open, run));
    const scores = [...kept, ...files.flatMap(readJudgements)];
    const table = judgeTable(scores, people, aspect);
    const all = [...new Set(table.judges.models), ...table.judges.judges];
    const given = families === undefined ? null : readFamilies(families, all);
    const severity = raterSeverity(scores, people, aspect, (share) => progress(FIT_SHARE * share));
    return analyseJudges(table, severity, aspect, given, (share) =>
      progress(FIT_SHARE + (1 - FIT_SHARE) * share),
    );
  },
  report: judgesDocument,
});
