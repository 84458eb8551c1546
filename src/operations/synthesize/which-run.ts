import { plural } from '../../numbers.ts';
import type { RunConfiguration, RunSummary } from '../../run/run-record.ts';
import type { OtherRuns } from '../../workflow/synthesis/synthesis-job.ts';
import { poolOfRun, SYNTHESIS_FORMAT } from '../../workflow/synthesis/synthesis-run.ts';

/** Which run is continued, or that a new one starts and why; null if there is nothing to say. */
export function synthesisHint({
  configuration,
  resume,
  reuse,
  same,
  runs,
}: OtherRuns): string | null {
  if (same !== undefined)
    return resume
      ? `Continuing run ${same.id}: ${plural(same.answers, 'answer')} kept.${movedText(configuration, same)}`
      : `Run ${same.id} of this bank and these models has ${plural(same.answers, 'answer')}. To continue it, add --resume: only what is missing is asked.`;
  if (!resume) return null;
  const begins =
    'There is no run of this bank and these models to continue: a new run starts, with its own budget.';
  const near = runs.find(
    (run) =>
      run.configuration.format === SYNTHESIS_FORMAT &&
      run.configuration.bank === configuration.bank,
  );
  if (near === undefined) return begins;
  const [old, own] = [near.configuration, configuration].map((of) =>
    poolOfRun(of).map(({ name }) => name),
  );
  const added = own.filter((name) => !old.includes(name));
  const gone = old.filter((name) => !own.includes(name));
  const differs = [
    ...(added.length === 0 ? [] : [`it lacks ${added.join(', ')}`]),
    ...(gone.length === 0 ? [] : [`it also has ${gone.join(', ')}`]),
  ];
  return `${begins} Run ${near.id} has other models: ${differs.join('; ')}. ${
    reuse
      ? 'Its replies to requests with the same words, settings and addresses are reused, at no cost.'
      : 'All calls are asked and paid for; --reuse would use its replies to the same requests.'
  }`;
}

/** Models that are asked at another address than when the run began. */
function movedText(configuration: RunConfiguration, { configuration: before }: RunSummary): string {
  const old = new Map(poolOfRun(before).map(({ name, baseUrl }) => [name, baseUrl]));
  const moved = poolOfRun(configuration).filter(({ name, baseUrl }) => old.get(name) !== baseUrl);
  return moved.length === 0
    ? ''
    : ` At another address than when the run started: ${moved.map(({ name }) => name).join(', ')}.`;
}
