import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fail } from '../../../src/errors.ts';
import { parseJson } from '../../../src/text/parse-json.ts';
import { quoted } from '../../../src/text/quoted.ts';

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
  if (statSync(path).size > MOST_BYTES) return undefined;
  const results = parseJson(readFileSync(path, 'utf8')) as { model_name?: unknown } | undefined;
  const name = results?.model_name;
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}
