import { study, table } from '../../study.ts';
import { gradedPage } from './page.ts';
import {
  BANKS,
  CATEGORIES,
  CHOICE_EXAMINEES,
  EXAMINEES,
  MODELS,
  replicateChoice,
  replicateRecovery,
  TRUTHS,
} from './replicate.ts';

export const graded = study({
  question:
    'Do calibrations of items with several categories find their parameters and abilities, and hold their intervals? On simulated banks. Some five minutes.',
  page: 'graded.md',
  tables: () => ({
    recovery: table(
      MODELS.flatMap((model) =>
        CATEGORIES.flatMap((categories) =>
          EXAMINEES.map((examinees) => ({ model, categories, examinees })),
        ),
      ),
      BANKS,
      ({ model, categories, examinees }, run) =>
        replicateRecovery(model, categories, examinees, run),
    ),
    choices: table(
      TRUTHS.flatMap((truth) => CHOICE_EXAMINEES.map((examinees) => ({ truth, examinees }))),
      BANKS,
      ({ truth, examinees }, run) => replicateChoice(truth, examinees, run),
    ),
  }),
  write: gradedPage,
});
