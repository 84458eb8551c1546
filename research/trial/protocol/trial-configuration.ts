import { type Rung, ThetarankError } from 'thetarank';
import {
  describeProblem,
  type SynthesisConfiguration,
  synthesisConfiguration,
} from 'thetarank/study';
import type { z } from 'zod';
import { fail } from '../../../src/cli/command-kit.ts';
import { checkApart } from './check-apart.ts';
import { familyOf } from './trial-family.ts';
import { trialSchema } from './trial-schema.ts';

/** Models that are asked together, in one run. */
export interface TrialGroup {
  /** Null for the held-out models. */
  readonly pool: string | null;
  /** The calls: for a pool every pair, and several samples of each model alone; for held-out models one answer each. */
  readonly synthesis: SynthesisConfiguration;
  /** One entry per model. */
  readonly families: readonly string[];
  /** Answers of each model alone. */
  readonly samples: number;
}

/** A complete trial configuration. It contains no secrets. */
export interface TrialConfiguration {
  readonly pools: readonly TrialGroup[];
  readonly heldOut: TrialGroup;
  readonly rung: Rung;
  readonly form: { readonly length: number; readonly draws: number };
  readonly seed: number | string;
  /** Weaknesses of the trial, one sentence each. */
  readonly warnings: readonly string[];
}

type Parsed = z.output<typeof trialSchema>;
type Models = Parsed['heldOut'];

/** The least numbers of the protocol in docs/trial.md. */
const USUAL = { pools: 3, heldOut: 11 };

/**
 * Checks a trial from a file, and fills in defaults.
 * @throws FILE_INVALID with the first invalid field, such as a held-out model of a pool's family
 */
export function trialConfiguration(value: unknown, file: string): TrialConfiguration {
  const parsed = trialSchema.safeParse(value);
  if (!parsed.success) {
    const problem = describeProblem(value, parsed.error, {
      schema: trialSchema,
      file: 'docs/schema/trial.schema.json',
    });
    return fail('FILE_INVALID', { file, ...problem });
  }
  const { pools, heldOut, samples, rung, form, seed } = parsed.data;
  const names = pools.map(({ name }) => name);
  const again = names.findIndex((name, k) => names.indexOf(name) !== k);
  if (again !== -1)
    fail('FILE_INVALID', {
      file,
      where: `pools[${again}].name`,
      found: `pool "${names[again]}" again`,
      accepted: 'each pool once',
    });
  const groups = pools.map(({ name, models }, k) => {
    const own = samples ?? equalSamples(models.length);
    const participants = [{ who: 'pairs' }, { who: 'alone', repeats: own }];
    const at = `pools[${k}].models`;
    return { pool: name, samples: own, ...groupOf(parsed.data, models, participants, file, at) };
  });
  const alone = groupOf(parsed.data, heldOut, [{ who: 'alone' }], file, 'heldOut');
  const apart = { pool: null, samples: 1, ...alone };
  checkApart(groups, apart, file);
  return {
    pools: groups,
    heldOut: apart,
    rung,
    form,
    seed,
    warnings: warningsOf(groups, apart),
  };
}

/** Samples per model, for n models, that take as many calls as all pairs and each model alone, n + 2n(n − 1). */
function equalSamples(models: number): number {
  return 2 * models - 1;
}

/** @param at path of its models in the file */
function groupOf(
  { defaults, prompt, mode, seed }: Parsed,
  models: Models,
  participants: readonly object[],
  file: string,
  at: string,
): Pick<TrialGroup, 'synthesis' | 'families'> {
  const given = models.map((model) => (typeof model === 'string' ? undefined : model.family));
  const described = models.map((model) => {
    if (typeof model === 'string') return model;
    const { family: _, ...endpoint } = model;
    return endpoint;
  });
  const value = { defaults, models: described, participants, prompt, mode, seed };
  try {
    const synthesis = synthesisConfiguration(value, file);
    const families = synthesis.models.map(({ model }, k) =>
      (given[k] ?? familyOf(model)).toLowerCase(),
    );
    return { synthesis, families };
  } catch (error) {
    if (!(error instanceof ThetarankError) || error.code !== 'FILE_INVALID') throw error;
    const { where = '', found, accepted } = error.details as Record<string, string>;
    return fail('FILE_INVALID', { file, where: where.replace(/^models/, at), found, accepted });
  }
}

function warningsOf(pools: readonly TrialGroup[], heldOut: TrialGroup): string[] {
  const warnings: string[] = [];
  if (pools.length < USUAL.pools)
    warnings.push(
      `${pools.length} of at least ${USUAL.pools} pools: the pool is the sampling unit, so there is no interval.`,
    );
  const models = heldOut.synthesis.models.length;
  if (models < USUAL.heldOut)
    warnings.push(
      `${models} of at least ${USUAL.heldOut} held-out models: the result then depends much on which models these are.`,
    );
  for (const { pool, samples, synthesis } of pools) {
    const n = synthesis.models.length;
    if (samples !== equalSamples(n))
      warnings.push(
        `Pool ${pool}: ${samples} samples of ${n} models are ${samples * n} calls per item, the debates ${n * equalSamples(n)}: the costs differ.`,
      );
    const fixed = synthesis.models.filter(({ sampling }) => sampling.temperature === 0);
    if (fixed.length > 0)
      warnings.push(
        `Pool ${pool}: ${fixed.map(({ name }) => name).join(', ')} at temperature 0: all samples of a model may be the same answer.`,
      );
  }
  return warnings;
}
