import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { fail } from '../../../src/errors.ts';
import { type Source, sourceName } from '../records/source.ts';
import { type ModelIdentity, modelIdentity } from './model-identity.ts';
import { canNameModel } from './model-name.ts';
import { wholeJson } from './whole-json.ts';

/** What the files of a run of HELM say of it. */
export interface HelmRun {
  readonly model: string;
  /** The scenario with its settings, without the model: `mmlu:subject=law,method=joint`. */
  readonly scenario: string;
  readonly identity: ModelIdentity;
}

const INSTANCE = z.looseObject({
  id: z.string(),
  split: z.string().nullish(),
  perturbation: z.unknown().optional(),
  input: z.looseObject({ text: z.string() }),
  references: z.array(
    z.looseObject({ output: z.looseObject({ text: z.string() }), tags: z.array(z.string()) }),
  ),
});
export type HelmInstance = z.infer<typeof INSTANCE>;

const SPEC = z.looseObject({
  name: z.string().optional(),
  adapter_spec: z
    .looseObject({ model: z.string().min(1).optional(), model_deployment: z.string().nullish() })
    .optional(),
});
const STATE = z.looseObject({
  request_states: z.array(z.looseObject({ instance: z.unknown() })),
});
/** The part of a run's name that names the model. */
const MODEL = /(^|[:,])(model|model_deployment)=([^,]*)/g;

/**
 * The model and the scenario of a run: `run_spec.json` beside the file, else the name of its folder, `mmlu:subject=law,model=maker_model`.
 * @param stated the model that the caller states
 * @throws OPTION_INVALID where nothing names the model
 */
export async function helmRun(
  source: Source,
  stated: string | undefined,
  option = '--model',
): Promise<HelmRun> {
  const folder = dirname(sourceName(source));
  const spec = SPEC.safeParse(await besides(folder, 'run_spec.json')).data;
  const name = spec?.name ?? basename(folder);
  const model =
    stated ??
    spec?.adapter_spec?.model ??
    [...name.matchAll(MODEL)].find(([, , field]) => field === 'model')?.[3];
  if (model === undefined || !canNameModel(model))
    fail('OPTION_INVALID', {
      option,
      found: `nothing, and neither run_spec.json beside ${sourceName(source)} nor its folder names the model`,
      accepted: 'the name of the model',
    });
  const [head, ...settings] = name.split(/[:,]/);
  const own = settings.filter((setting) => !/^model(_deployment)?=/.test(setting));
  return {
    model,
    scenario: own.length === 0 ? head : `${head}:${own.join(',')}`,
    identity: modelIdentity(undefined, { deployment: spec?.adapter_spec?.model_deployment }),
  };
}

/** The instances of a run by id: of `instances.json` beside the file, else of `scenario_state.json`; without perturbed ones. */
export async function helmInstances(source: Source): Promise<ReadonlyMap<string, HelmInstance>> {
  const folder = dirname(sourceName(source));
  const listed = await besides(folder, 'instances.json');
  const state = Array.isArray(listed)
    ? undefined
    : STATE.safeParse(await besides(folder, 'scenario_state.json')).data;
  const all = Array.isArray(listed)
    ? listed
    : (state?.request_states ?? []).map(({ instance }) => instance);
  const byId = new Map<string, HelmInstance>();
  for (const one of all) {
    const { data } = INSTANCE.safeParse(one);
    if (data !== undefined && data.perturbation == null && !byId.has(data.id))
      byId.set(data.id, data);
  }
  return byId;
}

async function besides(folder: string, name: string): Promise<unknown> {
  const path = join(folder, name);
  return existsSync(path) ? wholeJson(path) : undefined;
}
