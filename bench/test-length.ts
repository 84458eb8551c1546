/**
 * Does the interval of `simulate test-length` hold, and what does the race save? `node bench/test-length.ts [races] [replications]`: on a
 * small bank the true length for each target is found by brute force, every length with many replications; then races of many seeds
 * are run for it. A line per target.
 */
import { lengthReport } from '../sim/test-length/length-report.ts';
import type { SimulatedStudy } from '../sim/test-length/length-study.ts';
import { Moments } from '../sim/test-length/moments.ts';
import { replicationThreads } from '../sim/test-length/replication-threads.ts';
import { raceOf, runRace } from '../sim/test-length/run-length-study.ts';
import { simulatedReplications } from '../sim/test-length/simulated-replications.ts';
import { goalOf, readTargets } from '../sim/test-length/target.ts';
import { itemParameters } from '../src/irt/parameters.ts';
import { randomNormal, randomStream } from '../src/random.ts';

const [RACES, REPLICATIONS] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 3000)];
const ITEMS = 60;
const EXAMINEES = 12;
const TARGETS = ['se<=0.4', 'mae<=4', 'kendall>=0.75'];
const LIMITS = {
  longest: ITEMS,
  tolerance: { share: 0.1 },
  confidence: 0.95,
  maxReplications: 300,
} as const;

const random = randomStream(1, 'bench', 'test length');
const column = (of: () => number) => Float64Array.from({ length: ITEMS }, of);
const study: SimulatedStudy = {
  kind: 'simulated',
  seed: 0,
  targets: readTargets(TARGETS),
  ids: Array.from({ length: ITEMS }, (_, j) => `i${j}`),
  items: itemParameters({
    a: column(() => Math.exp(0.3 * randomNormal(random))),
    b: column(() => randomNormal(random)),
    c: column(() => 0.2 * random()),
    d: column(() => 1),
  }),
  tags: {},
  weights: new Float64Array(ITEMS).fill(1 / ITEMS),
  abilities: { kind: 'normal', normal: { mean: 0, sd: 1 } },
  examinees: EXAMINEES,
  estimator: 'eap',
  select: { rule: 'maximum-information' },
  calibratedOn: null,
};

/** Mean of each target at every length, and its standard error. */
function bruteForce(): Moments[][] {
  const lengths = Array.from({ length: ITEMS }, (_, k) => k + 1);
  const sums = lengths.map(() => TARGETS.map(() => new Moments()));
  const replicate = simulatedReplications({ ...study, seed: 1_000_000 });
  for (let r = 1; r <= REPLICATIONS; r++)
    replicate(r, lengths).values.forEach((row, l) => {
      row.forEach((value, k) => {
        sums[l][k].add(value);
      });
    });
  return sums;
}

const sums = bruteForce();
for (const [k, target] of study.targets.entries()) {
  const { low, high } = goalOf(target, EXAMINEES);
  const holds = sums.map((row) => row[k].mean >= low && row[k].mean <= high);
  const truth = holds.lastIndexOf(false) + 2;
  // How sure the truth itself is: standard errors between the means next to it and the border.
  const border = (mean: number) => Math.min(Math.abs(mean - low), Math.abs(mean - high));
  const sure = [truth - 2, truth - 1].map((l) => {
    const moments = sums[Math.min(Math.max(l, 0), ITEMS - 1)][k];
    return (border(moments.mean) / moments.se!).toFixed(1);
  });
  let held = 0;
  let narrow = 0;
  let items = 0;
  let brute = 0;
  let replications = 0;
  let estimates = 0;
  for (let seed = 1; seed <= RACES; seed++) {
    const one = { ...study, seed, targets: [target] };
    const finished = await runRace(
      raceOf(one, EXAMINEES, LIMITS),
      replicationThreads(one, 1),
      null,
      () => {},
    );
    const report = lengthReport(one, EXAMINEES, LIMITS, finished, null);
    const { interval } = report;
    if (truth >= interval.low && truth <= (interval.high ?? ITEMS + 1)) held++;
    if (report.isNarrow) narrow++;
    items += report.work.items;
    brute += report.work.bruteForce?.items ?? 0;
    replications += report.replications;
    estimates += report.length ?? ITEMS;
  }
  const mean = (sum: number) => Math.round(sum / RACES);
  console.log(
    `${TARGETS[k].padEnd(16)} true length ${truth} (±: ${sure.join(', ')} se), mean estimate ${(estimates / RACES).toFixed(1)}, held ${held} of ${RACES}, as narrow as asked ${narrow}, replications ${mean(replications)}, items ${mean(items)}, brute force ${mean(brute)}`,
  );
}
