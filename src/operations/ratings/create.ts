import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readJudges } from '../../files/judges/read-judges.ts';
import { plural } from '../../numbers.ts';
import { shellWord } from '../../shell-word.ts';
import { createPanel } from '../../workflow/ratings/create-panel.ts';
import { fileSource } from '../../workflow/ratings/file-source.ts';
import { panelDetail } from '../../workflow/ratings/panel-views.ts';
import { bankOfRun, runSource } from '../../workflow/ratings/run-source.ts';
import { seed, shortText, wholeNumber } from '../fields.ts';
import { operation } from '../operation.ts';
import { raterName } from './panel.ts';
import { panelText } from './panel-text.ts';

const ID_BYTES = 8;

const ANSWERS = { group: 'Answers' };
const DESIGN = { group: 'Who rates what' };

const options = z
  .object({
    file: z
      .string()
      .optional()
      .describe(
        'instead of --run: JSON Lines or CSV with model, item and output (docs/ratings.md; needs --bank)',
      )
      .meta({ isArgument: true, file: 'in' }),
    run: wholeNumber(1)
      .optional()
      .describe('answers of this run of evaluate, rank --model or stress')
      .meta(ANSWERS),
    bank: shortText
      .optional()
      .describe('for a file: the bank with the questions')
      .meta({ ...ANSWERS, value: 'name' }),
    answers: wholeNumber(1)
      .optional()
      .describe('how many answers are drawn (default: all, at most 5000)')
      .meta(ANSWERS),
    rubric: shortText
      .optional()
      .describe('cmb-clin, climedbench or one of yours (default: as the items say)')
      .meta({ ...ANSWERS, value: 'name' }),
    rubrics: z
      .string()
      .optional()
      .describe('a file of judges with rubrics of yours (docs/judges.md)')
      .meta({ ...ANSWERS, value: 'file', file: 'in' }),
    raters: z.array(raterName).describe('names of the raters').meta(DESIGN),
    perAnswer: wholeNumber(1)
      .optional()
      .describe('raters of each answer (default: 2; with one rater 1)')
      .meta(DESIGN),
    common: wholeNumber(0).default(0).describe('answers that all raters rate').meta(DESIGN),
    seed: seed.meta(DESIGN),
    title: z
      .string()
      .optional()
      .describe('what raters read above their work')
      .meta({ group: 'More' }),
  })
  .refine(
    ({ file, run, bank }) =>
      (file === undefined) !== (run === undefined) && (file === undefined) === (bank === undefined),
    {
      path: ['file', 'run', 'bank'],
      error: 'name either a run by --run NUMBER, or a file of answers and its --bank NAME.',
    },
  );

export const ratingsCreate = operation({
  name: 'ratings create',
  summary: 'Make a panel: draw answers of a run, and decide who rates which.',
  help: `
Answers are drawn so that all models are rated on the same questions, and items are represented equally. Each pair of raters has about the same number of answers in
common.

Examples:
  thetarank ratings create --run 12 --raters anna,ben
  thetarank ratings create --run 12 --raters anna,ben,chen --per-answer 2 --answers 320 --common 20 --rubric cmb-clin
  thetarank ratings create answers.jsonl --bank cases --raters anna,ben`,
  options,
  database: 'existing',
  outputs: ['json'],
  run({ file, run, bank: given, title, rubrics, ...design }, { store }) {
    const ownRubrics = rubrics === undefined ? [] : readJudges(rubrics).rubrics;
    return store(async (open) => {
      const bank = given ?? (await bankOfRun(open, run!));
      const { raters, common, seed, perAnswer = null, answers = null, rubric = null } = design;
      const panel = await createPanel(
        open,
        bank,
        (wants) =>
          file === undefined ? runSource(open, run!, wants) : fileSource(file, bank, wants),
        {
          title: title ?? `Answers to ${bank}`,
          ...{ raters, perAnswer, answers, common, rubric, ownRubrics, seed },
        },
        {
          id: randomBytes(ID_BYTES).toString('hex'),
          ...{ madeBy: null, createdAt: new Date().toISOString() },
        },
      );
      return panelDetail(open, panel);
    });
  },
  report: (panel, { options: { raters }, where }) => ({
    ...panelText(panel),
    next: [
      `a key for each of the ${plural(raters.length, 'rater')}, under exactly this name:`,
      ...raters.map(
        (rater) =>
          `  thetarank keys add --role expert --panel ${panel.id} --name ${shellWord(rater)}${where}`,
      ),
      `then: thetarank serve${where}, and later: thetarank ratings show ${panel.id}${where}`,
    ].join('\n'),
  }),
});
