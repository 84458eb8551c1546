import type { StudyCell } from '../../../../src/study.ts';
import { markdownTable } from '../markdown.ts';
import { likelihoodLines, unconvergedLine, verdictRows } from './in-short.ts';
import { sectionOf } from './section.ts';
import { SHARINGS } from './settings.ts';
import { HEADS } from './words.ts';

/** docs/evidence/synthesis.md */
export function synthesisPage(cells: readonly StudyCell[], seeds: number): string {
  return `# Evidence for synthesis

Made by \`npm run evidence:synthesis\`; do not edit by hand.

**Simulated models verify the code and not the method.** Who persuades whom here is what a [model made of
assumptions](../stand-in.md#how-simulated-models-debate) says. Where synthesis gains or loses below, the gain or the loss was put in; that it comes
out says that generation, debate, reflection, fit and figures do what they are meant to. Whether language models gain by
it is for the trial [at the end](#a-trial-on-real-models), which has not been done.

${seeds} seeds, each with 500 items (a lognormal(0, 0.3), b ~ N(0, 1), c ~ U(0.05, 0.25), four options) and models of its own: a pool of 5,
40 others, 11 held out, all abilities N(0, 1). All calibrations by the integrated mode and the rung \`3pl-shrunken\`; synthesized answers and
samples as [synthesis](../synthesis.md) calibrates them, each answer counting for what it tells. In brackets
95% intervals over seeds (Student's t); the seed is the sampling unit.

- **correlation of b**: Spearman's, with the difficulties that items have for all models (what is common to all included).
- **log-likelihood** of an answer of a held-out model, its ability integrated over N(0, 1) on the scale of the calibration: also a scale that
  is too short or too long costs.
- **error** and **τ**: scores of the held-out models on all 500 items, predicted from a fixed form of 40, by four forms a seed: mean absolute
  error, and Kendall's τ-b of the ranking.

## In short

Of ${cells.length} cells (persuasion × shared errors), in how many synthesized parameters are better / worse than those beside them, with an interval
that excludes 0.

${markdownTable(['participants', 'beside', ...HEADS], verdictRows(cells))}

\`as if independent\`: a calibration that takes the 20 participants for 20 models, as the published method does.

${likelihoodLines(cells)}

The cells of one kind of sharing are of the same worlds, pools and held-out models, and the measures go together: a row of the table is
not so many pieces of evidence, but about as many as there are kinds of sharing.${unconvergedLine(cells, seeds)}

**Why there is so little to gain here.** In the stand-in a reflection is one of two opinions, the generator's and the critic's, and all
opinions of a pool are its five generations. A debate adds to these only who gave way, which depends on the item through the holds that
models have on it: where those of generator and critic count alike (γ = ε), not at all on its difficulty. Right answers become more or fewer
with the persuasion, information about items hardly does. What the fit finds 25 participants to be worth stands at the end of each
section; further samples of a model are new draws, and more models are new opinions. A language model that criticises may bring up what
no solo answer contains; the stand-in's cannot.

${SHARINGS.map((sharing) => sectionOf(cells, sharing)).join('\n')}
## What this leaves out

- Simulated models are unidimensional but for what they share; pools and held-out models are of one population, as families of
  real ones are not. Critics do not err otherwise than when they answer alone, and never change their mind.
- One size of bank, pool and test; complete designs; one round of debate; two degrees of shared errors, and one steadiness (0.7), which
  decides what 9 samples of a model are worth.
- With s² > 0 the curve of an item is no 3PL, so that the row of true parameters is no upper bound there.
- The trial below is the only thing that could say whether synthesis helps.

## A trial on real models

\`thetarank research trial\` does all of this with one command ([how](../trial.md)). The sampling unit is the pool, since all participants of a pool
depend on its models. So:

1. **Before anything is asked**, write down: the bank and its items (at least 500, drawn at random by a seed), the pools, the held-out
   models, the measures (those above), the primary one (log-likelihood an answer of held-out models), and the comparison (20 pairs and
   5 solos, beside 9 samples of each model at the same cost). Nothing is chosen after results are seen.
2. **Pools**: at least 3 (better 6 or more) of 5 models each, no family in two pools, models of comparable strength in one and of different
   strengths between pools.
3. **Held out**: at least 11 models of families that are in no pool, answering alone, every item once, the same prompt and language as the
   generations. A model of a pool is never ranked on its own pool's calibration.
4. **For each pool**: synthesize 20 pairs and 5 solos (45 calls an item, \`docs/synthesis.md\`); sample each model 9 times at the same temperature
   (45 calls); the solos are the first samples. Where recorded answers of 20 and of 45 other models exist, they calibrate too.
5. **Fit** all with one rung. Report design effect, effective participants and mode effect by level.
6. **Measure** on the held-out models, one figure a pool; differences between calibrations within the pool, then mean and Student's t over
   pools. With 3 pools the interval has 2 degrees of freedom: only a large difference is seen, and that is to be said.
   True difficulties are not known: in their place stand those of a calibration on all held-out models.
7. **Report** it whatever comes out, with money and tokens of each calibration beside its figures.
`;
}
