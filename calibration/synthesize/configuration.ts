import type { z } from 'zod';
import { fail, ThetarankError } from '../../src/errors.ts';
import {
  type EndpointConfiguration,
  type EndpointOptions,
  endpointConfiguration,
} from '../../src/examinee/endpoint/configuration/configuration.ts';
import { parseModelAddress } from '../../src/examinee/endpoint/configuration/model-address.ts';
import { nearestNames } from '../../src/nearest.ts';
import type { PromptLanguage, PromptVariant } from '../../src/prompt/prompt.ts';
import type { ExtractionMode } from '../../src/scoring/extract/modes.ts';
import { describeProblem, invalid } from './configuration-problem.ts';
import { BOUNDS, synthesisSchema } from './configuration-schema.ts';

/** Participants of one kind: all combinations of the listed values. */
export interface ParticipantGroup {
  /** Generator and critic; the critic is null if the generator is alone. */
  readonly pairs: readonly (readonly [generator: string, critic: string | null])[];
  /** 0 for a model alone. */
  readonly rounds: readonly number[];
  /** Null: the model's own. */
  readonly temperatures: readonly (number | null)[];
  readonly variants: readonly PromptVariant[];
  readonly repeats: number;
}

/** Which participants answer which items: all, or a fixed number. */
export type DesignRule =
  | 'complete'
  | { readonly participantsPerItem: number }
  | { readonly itemsPerParticipant: number };

/** A complete synthesis configuration. It contains no secrets. */
export interface SynthesisConfiguration {
  readonly models: readonly EndpointConfiguration[];
  readonly participants: readonly ParticipantGroup[];
  /** Undefined: the language of the item. */
  readonly language: PromptLanguage | undefined;
  readonly mode: ExtractionMode;
  readonly design: DesignRule;
  readonly seed: number | string;
}

type Parsed = z.output<typeof synthesisSchema>;

/**
 * Checks a configuration from a file, and fills in defaults.
 * @param known models that may be named instead of described, such as those of a file of models
 * @throws FILE_INVALID with the first invalid field
 */
export function synthesisConfiguration(
  value: unknown,
  file: string,
  known: readonly EndpointConfiguration[] = [],
): SynthesisConfiguration {
  const parsed = synthesisSchema.safeParse(value);
  if (!parsed.success)
    return fail('FILE_INVALID', { file, ...describeProblem(value, parsed.error) });
  const { defaults = {}, participants, prompt, mode, design, seed } = parsed.data;
  const models = parsed.data.models.map((model, k) =>
    typeof model === 'string'
      ? referredModel(model, known, defaults, file, k)
      : endpointOf({ model: model.name, ...merged(defaults, model) }, file, k),
  );
  const names = models.map(({ name }) => name);
  for (const [k, name] of names.entries()) {
    if (/[>[\]\p{Cc}\u2028\u2029]/u.test(name))
      invalid(file, ['models', k], JSON.stringify(name), 'a name without > [ and ]');
    if (names.indexOf(name) !== k)
      invalid(file, ['models', k], `model "${name}" again`, 'each model once');
  }
  const groups = participants.map((group, k) => groupOf(group, names, prompt.variant, file, k));
  const count = groups.reduce((sum, group) => sum + sizeOf(group), 0);
  if (count > BOUNDS.participants)
    invalid(file, ['participants'], `${count}`, `at most ${BOUNDS.participants}`);
  return {
    models,
    participants: groups,
    language: prompt.language,
    mode,
    design,
    seed,
  };
}

function sizeOf({ pairs, rounds, temperatures, variants, repeats }: ParticipantGroup): number {
  return pairs.length * rounds.length * temperatures.length * variants.length * repeats;
}

function groupOf(
  group: Parsed['participants'][number],
  names: readonly string[],
  variant: PromptVariant,
  file: string,
  k: number,
): ParticipantGroup {
  const { temperatures, variants = [variant], repeats } = group;
  const at = ['participants', k, 'only'];
  const check = (name: string, ...path: number[]) => {
    if (!names.includes(name))
      invalid(
        file,
        [...at, ...path],
        `model "${name}"`,
        `a model of this file, such as ${nearestNames(name, names).join(' or ')}`,
      );
  };
  const own = { temperatures, variants, repeats };
  if (group.who === 'alone') {
    const only = group.only ?? names;
    for (const [j, name] of only.entries()) check(name, j);
    return { pairs: only.map((name) => [name, null]), rounds: [0], ...own };
  }
  const all = names.flatMap((x) => names.filter((y) => y !== x).map((y) => [x, y] as const));
  if (all.length === 0)
    invalid(file, ['participants', k], 'pairs of 1 model', 'at least two models, or who: alone');
  const only = group.only ?? all;
  for (const [j, pair] of only.entries()) {
    for (const [side, name] of pair.entries()) check(name, j, side);
    if (pair[0] === pair[1])
      invalid(file, [...at, j], `"${pair[0]}" as its own critic`, 'two distinct models');
  }
  return { pairs: only, rounds: group.rounds, ...own };
}

/** The model of a reference: an address, or one that is known by its name. */
function referredModel(
  text: string,
  known: readonly EndpointConfiguration[],
  defaults: NonNullable<Parsed['defaults']>,
  file: string,
  k: number,
): EndpointConfiguration {
  if (text.includes('@') && text.includes('://')) {
    try {
      return endpointOf({ ...defaults, ...parseModelAddress(text) }, file, k);
    } catch (error) {
      return rethrow(error, file, k);
    }
  }
  const model = known.find(({ name }) => name === text);
  const near = nearestNames(
    text,
    known.map(({ name }) => name),
  );
  const others = near.length === 0 ? '' : `, or a known model, such as ${near.join(' or ')}`;
  return (
    model ??
    invalid(
      file,
      ['models', k],
      `"${text.slice(0, 40)}"`,
      `NAME@https://HOST/v1, an object with name and baseUrl${others}`,
    )
  );
}

function merged(
  defaults: NonNullable<Parsed['defaults']>,
  own: Exclude<Parsed['models'][number], string>,
) {
  return { ...defaults, ...own, sampling: { ...defaults.sampling, ...own.sampling } };
}

function endpointOf(options: object, file: string, k: number): EndpointConfiguration {
  try {
    return endpointConfiguration(options as EndpointOptions);
  } catch (error) {
    return rethrow(error, file, k);
  }
}

/** The error in a model, with its place in the file. */
function rethrow(error: unknown, file: string, k: number): never {
  if (!(error instanceof ThetarankError) || error.code !== 'OPTION_INVALID') throw error;
  const { option, found, accepted } = error.details as Record<string, string>;
  const field = option.startsWith('model, ') ? option.slice('model, '.length).split('.') : [];
  return invalid(file, ['models', k, ...field], found, accepted);
}
