import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fail } from '../../../src/errors.ts';
import { parseJson } from '../../../src/text/parse-json.ts';
import { quoted } from '../../../src/text/quoted.ts';
import { type ModelIdentity, modelIdentity } from './model-identity.ts';
import { saidModel } from './model-name.ts';

/** Results hold the settings of each task, and no samples. */
const MOST_BYTES = 64 * 2 ** 20;
const DATE = /_(\d{4}-\d\d-\d\dT[\d.:-]+?)\.jsonl?$/;

/**
 * The model of a sample log: `model_name` in `results_<date>.json` of the same date beside it, else the folder it lies in,
 * where the harness named that by the model. Results of another date are of another run, and name none but the folder.
 * @returns null where neither tells it
 */
export function loggedModel(file: string): string | null {
  const folder = dirname(resolve(file));
  const date = dateOf(file);
  const results = resultsIn(folder);
  const ofDate = results.filter((name) => date !== undefined && isOfDate(name, date));
  for (const name of ofDate) {
    const model = modelIn(join(folder, name));
    if (model !== undefined) return model;
  }
  const name = basename(folder);
  for (const other of results) {
    const model = modelIn(join(folder, other));
    if (model !== undefined && folderOf(model) === name) return model;
  }
  // Only `maker/model` leaves such a mark.
  return name.includes('__') ? name.replace('__', '/') : null;
}

/** @param option the one that names the model otherwise @throws OPTION_INVALID where nothing tells it */
export function lmEvalModel(file: string, option = '--model'): string {
  return (
    loggedModel(file) ??
    fail('OPTION_INVALID', {
      option,
      found: `nothing, and no results_${dateOf(file) ?? '…'}.json beside ${quoted(file)} that names the model`,
      accepted: 'the name of the model',
    })
  );
}

function dateOf(file: string): string | undefined {
  return DATE.exec(basename(file))?.[1];
}

function resultsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^results_.*\.json$/.test(name))
      .sort();
  } catch {
    return [];
  }
}

/** Some systems allow no colon in names: the digits tell a date. */
function isOfDate(name: string, date: string): boolean {
  return name.replaceAll(/\D/g, '') === date.replaceAll(/\D/g, '');
}

/** The folder that the harness makes for the logs of a model. */
function folderOf(model: string): string {
  return model.replaceAll(/["<>:/|\\?*[\]]+/g, '__');
}

function modelIn(path: string): string | undefined {
  return saidModel(fieldsIn(path).model_name);
}

/** What the results of the same date say of the model. */
export function loggedIdentity(file: string): ModelIdentity {
  const identities = resultsOf(file).map((results) => {
    const config = fieldsOf(results.config);
    const { model_revision, model_sha, peft_sha, delta_sha, model_dtype } = config;
    return modelIdentity(config.model_args, {
      ...{ model_revision, model_sha, peft_sha, delta_sha, model_dtype },
      chat_template_sha: results.chat_template_sha,
    });
  });
  return Object.assign({}, ...identities);
}

/** The directions of the last file that was asked about. */
let last: { readonly file: string; readonly tasks: readonly [string, object][] } | undefined;

/**
 * Whether larger values of a metric are better: `higher_is_better` of the results of the same date, in earlier versions that of the metric in
 * the settings of the task; undefined where they do not say.
 */
export function statedDirection(file: string, metric: string): boolean | undefined {
  if (last?.file !== file) last = { file, tasks: directionsOf(file) };
  const own = last.tasks.filter(([task]) => basename(file).startsWith(`samples_${task}_`));
  const stated = (own.length > 0 ? own : last.tasks).flatMap(([, metrics]) => {
    const value = (metrics as Readonly<Record<string, unknown>>)[metric];
    return typeof value === 'boolean' ? [value] : [];
  });
  return stated.length === 0 ? undefined : stated.every((isHigher) => isHigher);
}

function directionsOf(file: string): [string, object][] {
  return resultsOf(file)
    .flatMap(({ higher_is_better, configs }) => [
      ...Object.entries(fieldsOf(higher_is_better)),
      ...Object.entries(fieldsOf(configs)).map(([task, config]): [string, unknown] => {
        const { metric_list } = fieldsOf(config);
        const metrics = (Array.isArray(metric_list) ? metric_list : []).map(fieldsOf);
        return [
          task,
          Object.fromEntries(metrics.map((one) => [one.metric, one.higher_is_better] as const)),
        ];
      }),
    ])
    .filter(
      (entry): entry is [string, object] => typeof entry[1] === 'object' && entry[1] !== null,
    );
}

/** How many documents the results of the same date say that a task has; certain where they count those that were scored. */
export function statedDocuments(
  file: string,
): { readonly count: number; readonly isCertain: boolean } | null {
  const task = /^samples_(.+)_\d{4}-\d\d-\d\dT/.exec(basename(file))?.[1] ?? '';
  for (const fields of resultsOf(file)) {
    const { sample_len } = fieldsOf(fieldsOf(fields.results)[task]);
    const { effective } = fieldsOf(fieldsOf(fields['n-samples'])[task]);
    if (typeof sample_len === 'number') return { count: sample_len, isCertain: true };
    // Of a run with --samples, that of all documents.
    if (typeof effective === 'number') return { count: effective, isCertain: false };
  }
  return null;
}

/** The results of the same date beside a sample log. */
function resultsOf(file: string): Readonly<Record<string, unknown>>[] {
  const date = dateOf(file);
  const folder = dirname(resolve(file));
  const results = date === undefined ? [] : resultsIn(folder);
  return results
    .filter((name) => isOfDate(name, date!))
    .map((name) => fieldsIn(join(folder, name)));
}

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The fields of a small JSON file; none where there is no such file. */
export function fieldsIn(path: string): Readonly<Record<string, unknown>> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size > MOST_BYTES) return {};
  return fieldsOf(parseJson(readFileSync(path, 'utf8')));
}
