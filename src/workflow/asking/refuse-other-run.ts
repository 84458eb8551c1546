import { fail } from '../../errors.ts';
import type { RunConfiguration, RunSummary } from '../../run/run-record.ts';
import { differentFields } from './different-fields.ts';

/** Fields whose names a user has not seen, in words. */
const WORDS: Readonly<Record<string, string>> = {
  fingerprint: 'state of the bank (its items or recorded answers have changed since)',
};

/**
 * Called if there is no run to continue with this configuration. If an option was changed by mistake, a new, paid run is not what the
 * user wants.
 *
 * @param field of a configuration that lists its models
 * @param resume how the caller calls the option
 * @throws OPTIONS_CONFLICT if the newest run of the same kind, bank and model names differs in something else
 */
export function refuseOtherRun(
  configuration: RunConfiguration,
  runs: readonly RunSummary[],
  field: 'models' | 'pool',
  resume: string,
): void {
  const modelsOf = (of: RunConfiguration) => (of[field] ?? []) as { readonly name: string }[];
  const namesOf = (of: RunConfiguration) => JSON.stringify(modelsOf(of).map(({ name }) => name));
  const near = runs.find(
    (run) =>
      run.configuration.format === configuration.format &&
      run.configuration.bank === configuration.bank &&
      namesOf(run.configuration) === namesOf(configuration),
  );
  if (near === undefined) return;
  const own = modelsOf(configuration);
  const differs = Object.keys(configuration)
    .filter((key) => JSON.stringify(near.configuration[key]) !== JSON.stringify(configuration[key]))
    .flatMap((key) =>
      key === field
        ? modelsOf(near.configuration).flatMap((model, m) =>
            differentFields(model, own[m]).map((what) => `${what} of ${model.name}`),
          )
        : [WORDS[key] ?? key],
    );
  fail('OPTIONS_CONFLICT', {
    options: resume,
    reason: `run ${near.id} of this bank and these models was started with another ${differs.join(', ')}. To continue it, use the same values as then; to start a new run, leave ${resume} out.`,
  });
}
