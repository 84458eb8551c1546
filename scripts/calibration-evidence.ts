// Writes docs/evidence/calibration.md: how well each rung and mode of a calibration predicts models it has not seen, and
// whether abilities err as much as their errors say. Run it with `npm run evidence:calibration`; it takes some ten minutes.
import { writeFileSync } from 'node:fs';
import { Matrix, solve } from 'ml-matrix';
import { simulateWithTruth } from '../bench/fit.ts';
import { type CalibrationOptions, calibrate } from '../calibration/fit/calibrate.ts';
import { marginalLogLikelihood } from '../calibration/fit/marginal-log-likelihood.ts';
import { RUNGS } from '../calibration/fit/rungs.ts';
import { wasmEngine } from '../calibration/kernel/wasm-engine.ts';
import { loadBuiltinBank } from '../item-bank/builtin/load.ts';
import { pickExaminees } from '../src/irt/responses.ts';
import { randomStream, shuffle } from '../src/random.ts';

const SIZES = [12, 20, 27];
const REPETITIONS = 2;
const MODES = ['integrated', 'marginal'] as const;

const bank = loadBuiltinBank('mmlu-pro');
const { responses } = bank;
const families = bank.families!;
const engine = wasmEngine(2);

/** Whole families are left out at random while enough models remain; of these `size` calibrate. */
function divide(size: number, repetition: number): { seen: number[]; unseen: number[] } {
  const random = randomStream('calibration-evidence', size, repetition);
  let rest = responses.examinees.map((_, i) => i);
  const unseen: number[] = [];
  for (const family of shuffle([...new Set(families)].sort(), random)) {
    const members = rest.filter((i) => families[i] === family);
    if (rest.length - members.length < size) continue;
    unseen.push(...members);
    rest = rest.filter((i) => families[i] !== family);
  }
  return { seen: shuffle(rest, random).slice(0, size), unseen };
}

function heldOut(size: number, options: CalibrationOptions): { value: number; seconds: number } {
  let sum = 0;
  let answers = 0;
  let seconds = 0;
  for (let repetition = 1; repetition <= REPETITIONS; repetition++) {
    const { seen, unseen } = divide(size, repetition);
    const from = performance.now();
    const { parameters } = calibrate(pickExaminees(responses, seen), options);
    seconds += (performance.now() - from) / 1000 / REPETITIONS;
    const left = marginalLogLikelihood(parameters, pickExaminees(responses, unseen));
    sum += left.sum;
    answers += left.answers;
  }
  return { value: sum / answers, seconds };
}

const rows: string[] = [];
for (const mode of MODES)
  for (const rung of RUNGS)
    for (const grouped of [false, true]) {
      const options: CalibrationOptions = {
        mode,
        rung,
        engine,
        maxIterations: 200,
        optionCounts: bank.optionCounts,
        itemGroups: grouped ? bank.tags.category.codes : undefined,
      };
      const cells = SIZES.map((size) => heldOut(size, options));
      rows.push(
        `| ${mode} | ${rung} | ${grouped ? 'by category' : 'one'} | ${cells.map(({ value }) => value.toFixed(4)).join(' | ')} | ${cells.map(({ seconds }) => seconds.toFixed(1)).join(' / ')} |`,
      );
      console.log(rows.at(-1));
    }
engine.close();

/** True and estimated abilities of simulated 3PL answers: the error after a polynomial alignment over its standard error. */
function abilityErrors(examinees: number, items: number): string {
  const { matrix, ability: truth } = simulateWithTruth(examinees, items);
  const { abilities, integrated } = calibrate(matrix, { mode: 'integrated', tolerance: 0.003 });
  const ratios = [1, 3].map((degree) => {
    const power = (x: number, k: number) => x ** k;
    const design = new Matrix(
      Array.from(abilities, (x) => Array.from({ length: degree + 1 }, (_, k) => power(x, k))),
    );
    const weights = solve(design, Matrix.columnVector(truth), true).to1DArray();
    let errors = 0;
    let promised = 0;
    abilities.forEach((x, i) => {
      const fitted = weights.reduce((sum, w, k) => sum + w * power(x, k), 0);
      const slope = weights.reduce((sum, w, k) => sum + (k > 0 ? k * w * power(x, k - 1) : 0), 0);
      errors += (truth[i] - fitted) ** 2;
      promised += (slope * integrated!.abilityErrors[i]) ** 2;
    });
    return Math.sqrt(errors / promised).toFixed(2);
  });
  return `| ${examinees} × ${items} | ${ratios.join(' | ')} |`;
}

const abilityRows = [
  [30, 3000],
  [60, 3000],
  [200, 2000],
  [20, 33_735],
  [500, 33_735],
].map(([examinees, items]) => {
  const row = abilityErrors(examinees, items);
  console.log(row);
  return row;
});

const page = `# Evidence for calibrations

Made by \`npm run evidence:calibration\`; do not edit by hand.

## Models that were not seen

MMLU-Pro, ${REPETITIONS} repetitions: whole families are left out at random, ${SIZES.join(', ')} of the other models calibrate, and the log-likelihood of an
answer of the left-out models (abilities integrated over N(0, 1)) says how well the parameters predict: higher is better. Item
groups: one prior for all items, or one a category. Seconds on two threads, for each number of models.

| mode | rung | item groups | ${SIZES.map((size) => `${size} models`).join(' | ')} | seconds |
|---|---|---|${SIZES.map(() => '---:|').join('')}---:|
${rows.join('\n')}

\`calibrate fit\` takes the integrated mode here, and the rung by the same figure on folds of its own examinees. The marginal mode
does not hold the scale with this many items and learned priors (see [mathematics](../mathematics.md)).

## Abilities

Simulated 3PL answers (a ~ lognormal(0, 0.3), b ~ N(0, 1), c ~ U(0.05, 0.4), θ ~ N(0, 1)), integrated mode: the root mean square
error of the abilities over the one their standard errors promise, after a linear and after a monotone cubic regression of the
truth on the estimate. The straight line is not enough where standard errors are small, because the scale itself is only known
as well as the shape of the curves is.

| examinees × items | linear | cubic |
|---|---:|---:|
${abilityRows.join('\n')}
`;
writeFileSync(new URL('../docs/evidence/calibration.md', import.meta.url), page);
