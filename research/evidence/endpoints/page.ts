import { kendall, mean, type RunAnswer } from 'thetarank';
import type { HttpRanks } from './ranks-over-http.ts';
import type { RecordedTests } from './recorded-tests.ts';
import { FAULTS, ITEMS, LAG, SEED } from './setting.ts';

/** docs/evidence/endpoints.md */
export function endpointsPage(
  { models, items, calm, faulty }: HttpRanks,
  { rows, differing, width }: RecordedTests,
): string {
  const tau = (x: readonly number[], y: readonly number[]) => kendall(x, y).value!.toFixed(3);
  const live = rows.map((row) => row.live.score);
  const recorded = rows.map((row) => row.recorded);
  const actual = rows.map((row) => row.actual);
  const same = rows.filter(({ different }) => different === 0);
  const key = ({ examinee, place, item, extracted, score }: RunAnswer) =>
    `${examinee} ${place} ${item} ${extracted} ${score}`;
  const undisturbed = new Set(calm.answers.map(key));
  const lost = faulty.answers.filter((answer) => !undisturbed.has(key(answer))).length;
  const retries = faulty.result.models
    .flatMap(({ use }) => Object.values(use.retries))
    .reduce((x, y) => x + y, 0);
  const held = rows.filter((row) => row.live.low <= row.actual && row.actual <= row.live.high);
  return `# Evidence: models behind endpoints

\`rank --model\` asks ${models.length} models over HTTP, ${ITEMS} items of ${items.length.toLocaleString('en-US')} each, lag ${LAG}, seed ${SEED}. [The stand-in](../stand-in.md) answers at these addresses with the recorded outputs of the models (TIGER-AI-Lab/MMLU-Pro, Apache-2.0). Client, extraction, scoring, adaptive test, store and ranking are the same as in every run. Each model is tested on a calibration without it and its family.

| | |
|---|---|
| answers asked, kept | ${calm.answers.length.toLocaleString('en-US')} of ${(models.length * ITEMS).toLocaleString('en-US')} |
| scores that differ from the recorded ones (other extraction) | ${differing.length} (${((100 * differing.length) / calm.answers.length).toFixed(2)}%) |
| τ with the ranking from the recorded answers to the same items | ${tau(live, recorded)} |
| mean difference from it | ${mean(rows.map((row) => Math.abs(row.live.score - row.recorded))).toFixed(2)} points; ${Math.max(0, ...same.map((row) => Math.abs(row.live.score - row.recorded))).toFixed(2)} at most for the ${same.length} models whose answers were all read in the same way |
| τ with the recorded scores on all ${width.toLocaleString('en-US')} items | ${tau(live, actual)} (from the recorded answers ${tau(recorded, actual)}) |
| mean error of the predicted score | ${mean(rows.map((row) => Math.abs(row.live.score - row.actual))).toFixed(2)} points (from the recorded answers ${mean(rows.map((row) => Math.abs(row.recorded - row.actual))).toFixed(2)}) |
| 90% intervals that hold the recorded score | ${held.length} of ${rows.length} |
| with faults at 10% of the requests (${FAULTS}) | ${faulty.answers.length.toLocaleString('en-US')} answers kept after ${retries} retries; ${lost} differ from the undisturbed run |
| time, calibrations included | ${calm.seconds.toFixed(0)} s; with faults ${faulty.seconds.toFixed(0)} s |

Differing scores, by the extraction rule used here: ${
    Object.entries(Object.groupBy(differing, ({ rule }) => rule))
      .map(([rule, own]) => `${rule} ${own!.length}`)
      .join(', ') || 'none'
  }.

| model | over HTTP | from recorded answers | on all items | scores that differ |
|---|---|---|---|---|
${[...rows]
  .sort((x, y) => y.actual - x.actual)
  .map(
    (row) =>
      `| ${row.model} | ${row.live.score.toFixed(1)} (${row.live.low.toFixed(1)}–${row.live.high.toFixed(1)}) | ${row.recorded.toFixed(1)} | ${row.actual.toFixed(1)} | ${row.different} |`,
  )
  .join('\n')}
`;
}
