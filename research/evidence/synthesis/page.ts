import type { StudyCell } from 'thetarank/study';
import { markdownTable } from '../../text.ts';
import { likelihoodLines, unconvergedLine, verdictRows } from './in-short.ts';
import { sectionOf } from './section.ts';
import { SHARINGS } from './settings.ts';
import { HEADS } from './words.ts';

/** docs/evidence/synthesis.md */
export function synthesisPage(cells: readonly StudyCell[], seeds: number): string {
  return `# Evidence for synthesis

**Simulated models verify the code, not the method.** Persuasion follows [assumptions](../stand-in.md#how-simulated-models-debate).
They determine whether synthesis gains or loses below. That the result matches the assumptions shows that generation, debate, reflection,
fit and figures work as intended. Only the trial [at the end](#a-trial-on-real-models), which has not been done, can show whether language
models gain from synthesis.

${seeds} seeds, each with 500 items (a lognormal(0, 0.3), b ~ N(0, 1), c ~ U(0.05, 0.25), four options) and models of its own: a pool of 5,
40 others, 11 held out, all abilities N(0, 1). All calibrations use the integrated mode and the rung \`3pl-shrunken\`; synthesized answers and
samples are calibrated as in [synthesis](../synthesis.md), each answer weighted by its information. Brackets hold
95% intervals over seeds (Student's t); the seed is the sampling unit.

- **correlation of b**: Spearman's, with the difficulties of the items for all models (including the part that all models share).
- **log-likelihood** of an answer of a held-out model, its ability integrated over N(0, 1) on the scale of the calibration. A scale that
  is too short or too long lowers it too.
- **error** and **τ**: scores of the held-out models on all 500 items, predicted from fixed forms of 40 items, four per seed: mean absolute
  error, and Kendall's τ-b of the ranking.

## In short

The number of cells, of ${cells.length} (persuasion × shared errors), in which synthesized parameters are better / worse than the others, with an
interval that excludes 0.

${markdownTable(['participants', 'beside', ...HEADS], verdictRows(cells))}

\`as if independent\`: a calibration that treats the 20 participants as 20 models, like the published method.

${likelihoodLines(cells)}

The cells of one kind of sharing have the same simulated banks, pools and held-out models, and the measures are correlated. So a row of the
table counts as about as many independent results as there are kinds of sharing.${unconvergedLine(cells, seeds)}

**Why there is so little to gain here.** In the stand-in a reflection is one of two opinions, the generator's and the critic's, and all
opinions of a pool are its five generations. A debate only adds which of the two gave way. This depends on the item only through the mastery
of the two models, and if both count equally (γ = ε), not on its difficulty at all. Persuasion changes the number of right answers, but
hardly the information about items. The end of each section shows the number of independent participants that 25 are equivalent to.
Further samples of a model are new draws, and more models are new opinions. A language model that criticises may bring up something
that no solo answer contains; the stand-in cannot.

${SHARINGS.filter(({ shared }) => cells.some(({ sharing }) => sharing.shared === shared))
  .map((sharing) => sectionOf(cells, sharing))
  .join('\n')}
## What this leaves out

- Simulated models are unidimensional apart from shared effects. Pools and held-out models come from one population, unlike
  families of real models. Critics make the same errors as when they answer alone, and never change their mind.
- One size of bank, pool and test; complete designs; one round of debate; two degrees of shared errors, and one steadiness (0.7), which
  determines the value of 9 samples of a model.
- With s² > 0 the curve of an item is not a 3PL curve, so the row of true parameters is not an upper bound there.
- Only the trial below can show whether synthesis helps.

## A trial on real models

The protocol, and the command that runs it: \`npm run research -- trial\` ([details](../trial.md)).
`;
}
