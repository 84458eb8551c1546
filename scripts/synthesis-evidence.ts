// Writes docs/evidence/synthesis.md: whether parameters from synthesized participants predict models that were not seen, in
// worlds of the stand-in. Run it with `npm run evidence:synthesis`; it takes some ten minutes on two cores.
//
//   node scripts/synthesis-evidence.ts --seeds 5 --out trial.md
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FIT_ROUNDS } from '../sim/synthesis/fit-rounds.ts';
import { MEASURES, type Measures } from '../sim/synthesis/measures.ts';
import type { SeedInterval } from '../sim/synthesis/seed-interval.ts';
import {
  CALIBRATIONS,
  type CalibrationName,
  type Persuasion,
  type Sharing,
  type StudyCell,
  type StudyRow,
  synthesisStudy,
} from '../sim/synthesis/synthesis-study.ts';
import { writeFileWhole } from '../src/files/write.ts';
import { figure, markdownTable } from './evidence/markdown.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    sharing: { type: 'string' },
    out: {
      type: 'string',
      default: fileURLToPath(new URL('../docs/evidence/synthesis.md', import.meta.url)),
    },
  },
});
const seeds = Number(values.seeds);

/** A repeat of a question is answered as it was the first time so often: models are more like themselves than like others. */
const STEADINESS = 0.7;
const SHARINGS: readonly Sharing[] = [
  { shared: 0, common: 0, steadiness: STEADINESS },
  { shared: 0.8, common: 1, steadiness: STEADINESS },
];
const PERSUASIONS: readonly Persuasion[] = [
  { persuasion: 0, truth: 0 },
  { persuasion: 1, truth: -1 },
  { persuasion: 1, truth: 1 },
  { persuasion: 4, truth: 0 },
  { persuasion: 4, truth: 2 },
  // Who is sure of an item is not persuaded, whoever argues; and who is sure persuades, whoever listens.
  { persuasion: 1, truth: 1, confidence: 1.5, eloquence: 0 },
  { persuasion: 1, truth: 1, confidence: 0, eloquence: 1.5 },
];
const OF_SYNTHESIS = {
  synthesized: '20 pairs, 5 solos',
  pairs: '20 pairs',
  naive: '20 pairs as if independent',
} as const satisfies Partial<Record<CalibrationName, string>>;
const SYNTHESES = Object.keys(OF_SYNTHESIS) as (keyof typeof OF_SYNTHESIS)[];
const HEADS = ['correlation of b:', 'log-likelihood:', 'error, points:', 'τ:'];
const PLACES: Readonly<Record<keyof Measures, number>> = {
  difficulty: 3,
  logLikelihood: 4,
  error: 2,
  tau: 3,
};

const request = { seed: 'synthesis', seeds, persuasions: PERSUASIONS };
if (values.sharing !== undefined) {
  // A process of its own for one of the sharings: its cells go to the standard output.
  const sharings = [SHARINGS[Number(values.sharing)]];
  const cells = synthesisStudy({ ...request, sharings }, (done, all) =>
    console.error(`${done} of ${all}, sharing ${values.sharing}`),
  );
  writeFileSync(1, JSON.stringify(cells));
  process.exit();
}
const parts = await Promise.all(
  SHARINGS.map(async (sharing, k) => {
    const script = fileURLToPath(import.meta.url);
    const child = spawn(
      process.execPath,
      [script, '--seeds', values.seeds, '--sharing', String(k)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const cells = JSON.parse(await text(child.stdout)) as StudyCell[];
    return cells.map((cell) => ({ ...cell, sharing }));
  }),
);
const cells: StudyCell[] = parts.flat();

function interval({ mean, low, high, count }: SeedInterval, places: number): string {
  if (count === 0) return '–';
  const ends = low === null ? '' : ` (${figure(low, places)} to ${figure(high, places)})`;
  return `${figure(mean, places)}${ends}`;
}

const cellsOf = (row: StudyRow, of: 'measures' | 'betterThanSolos' | 'betterThanSamples') =>
  MEASURES.map((measure) => interval(row[of][measure], PLACES[measure]));

const nameOf = ({ persuasion, truth, confidence, eloquence }: Persuasion) =>
  persuasion === 0
    ? 'κ = 0: nobody is persuaded'
    : [
        `κ = ${persuasion}, τ = ${figure(truth, 0)}${truth < 0 ? ': errors persuade better' : ''}`,
        ...(confidence === undefined ? [] : [`γ = ${confidence}, ε = ${eloquence}`]),
      ].join(', ');

function sectionOf(sharing: Sharing): string {
  const own = cells.filter((cell) => cell.sharing === sharing);
  const rowOf = (cell: StudyCell, name: CalibrationName) =>
    cell.rows.find(({ calibration }) => calibration === name)!;
  const names = (Object.keys(CALIBRATIONS) as CalibrationName[]).filter(
    (name) => !Object.hasOwn(OF_SYNTHESIS, name),
  );
  const synthesized = (of: 'measures' | 'betterThanSolos' | 'betterThanSamples') =>
    SYNTHESES.flatMap((name) =>
      own.map((cell) => [
        OF_SYNTHESIS[name],
        nameOf(cell.persuasion),
        ...cellsOf(rowOf(cell, name), of),
      ]),
    );
  return `## ${sharing.common === 0 ? 'Models that err independently' : 'Models that share errors'}

\`shared\` = ${sharing.shared}, \`common\` s² = ${sharing.common}, \`steadiness\` = ${sharing.steadiness}.

Without a debate:

${markdownTable(
  ['calibration', ...HEADS],
  names.map((name) => [CALIBRATIONS[name], ...cellsOf(rowOf(own[0], name), 'measures')]),
)}

Synthesized:

${markdownTable(['participants', 'persuasion', ...HEADS], synthesized('measures'))}

How much better that is than the 5 solos, seed by seed (above 0 is better, for the error too):

${markdownTable(['participants', 'persuasion', ...HEADS], synthesized('betterThanSolos'))}

How much better than 9 samples of each model at the same cost:

${markdownTable(['participants', 'persuasion', ...HEADS], synthesized('betterThanSamples'))}

What the fit reports of 25 participants:

${markdownTable(
  ['persuasion', 'design effect:', 'effective participants:', 'reflected − solo, points right:'],
  own.map((cell) => [
    nameOf(cell.persuasion),
    interval(cell.designEffect, 2),
    interval(cell.effectiveParticipants, 2),
    interval(cell.reflectionGain, 1),
  ]),
)}
`;
}

/** In how many cells synthesis is better, and worse, than something beside it, beyond the interval. */
function verdictRows(): string[][] {
  return SYNTHESES.flatMap((name) =>
    (['betterThanSolos', 'betterThanSamples'] as const).map((of) => [
      OF_SYNTHESIS[name],
      of === 'betterThanSolos' ? '5 solos (5 calls)' : '9 samples of each (45 calls)',
      ...MEASURES.map((measure) => {
        const all = cells.map(
          (cell) => cell.rows.find(({ calibration }) => calibration === name)![of][measure],
        );
        const better = all.filter(({ low }) => low !== null && low > 0).length;
        const worse = all.filter(({ high }) => high !== null && high < 0).length;
        return `${better} / ${worse}`;
      }),
    ]),
  );
}

/** Between which values the mean difference in log-likelihood lies over the cells, by participants. */
function likelihoodLines(): string {
  return SYNTHESES.map((name) => {
    const range = (of: 'betterThanSolos' | 'betterThanSamples') => {
      const all = cells.map(
        (cell) => cell.rows.find(({ calibration }) => calibration === name)![of].logLikelihood.mean,
      );
      return `${figure(Math.min(...all), 4)} to ${figure(Math.max(...all), 4)}`;
    };
    return `- ${OF_SYNTHESIS[name]}: log-likelihood of an answer ${range('betterThanSolos')} beside the 5 solos, ${range('betterThanSamples')} beside 9 samples of each.`;
  }).join('\n');
}

/** Fits that used up their rounds, where there were some. */
function unconvergedLine(): string {
  const rows = cells.flatMap((cell) => cell.rows);
  const counts = (Object.keys(CALIBRATIONS) as CalibrationName[]).flatMap((name) => {
    const own = rows.filter(({ calibration }) => calibration === name);
    const most = Math.max(...own.map(({ unconverged }) => unconverged));
    return most === 0 ? [] : [`${CALIBRATIONS[name]}: up to ${most}`];
  });
  if (counts.length === 0) return '';
  return ` Of the ${seeds} fits of a cell some used up their ${FIT_ROUNDS.maxIterations} rounds and count as they were: ${counts.join('; ')}.`;
}

const page = `# Evidence for synthesis

Made by \`node scripts/synthesis-evidence.ts\`; do not edit by hand.

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

${markdownTable(['participants', 'beside', ...HEADS], verdictRows())}

\`as if independent\`: a calibration that takes the 20 participants for 20 models, as the published method does.

${likelihoodLines()}

The cells of one kind of sharing are of the same worlds, pools and held-out models, and the measures go together: a row of the table is
not so many pieces of evidence, but about as many as there are kinds of sharing.${unconvergedLine()}

**Why there is so little to gain here.** In the stand-in a reflection is one of two opinions, the generator's and the critic's, and all
opinions of a pool are its five generations. A debate adds to these only who gave way, which depends on the item through the holds that
models have on it: where those of generator and critic count alike (γ = ε), not at all on its difficulty. Right answers become more or fewer
with the persuasion, information about items hardly does. What the fit finds 25 participants to be worth stands at the end of each
section; further samples of a model are new draws, and more models are new opinions. A language model that criticises may bring up what
no solo answer contains; the stand-in's cannot.

${SHARINGS.map(sectionOf).join('\n')}
## What this leaves out

- Simulated models are unidimensional but for what they share; pools and held-out models are of one population, as families of
  real ones are not. Critics do not err otherwise than when they answer alone, and never change their mind.
- One size of bank, pool and test; complete designs; one round of debate; two degrees of shared errors, and one steadiness (0.7), which
  decides what 9 samples of a model are worth.
- With s² > 0 the curve of an item is no 3PL, so that the row of true parameters is no upper bound there.
- The trial below is the only thing that could say whether synthesis helps.

## A trial on real models

\`thetarank calibrate trial\` does all of this with one command ([how](../trial.md)). The sampling unit is the pool, since all participants of a pool
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
writeFileWhole(values.out, page);
