import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fail } from '../../src/errors.ts';
import { parseJson } from '../../src/files/parse-json.ts';
import { quoted } from '../../src/files/quoted.ts';

/** Results hold the settings of each task, and no samples. */
const MOST_BYTES = 64 * 2 ** 20;
const DATE = /_(\d{4}-\d\d-\d\dT[\d.:-]+?)\.jsonl?$/;

/**
 * The model of a sample log: `model_name` in `results_<date>.json` of the same date beside it, else the folder it lies in,
 * which the harness names by the model.
 * @throws OPTION_INVALID where neither tells it
 */
export function lmEvalModel(file: string): string {
  const folder = dirname(resolve(file));
  const name = nameInResults(folder, DATE.exec(basename(file))?.[1]) ?? basename(folder);
  // The harness replaces the slash of `maker/model`, and names all its folders so.
  if (/__/.test(name) || nameInResults(folder, undefined) !== undefined)
    return name.replace('__', '/');
  return fail('OPTION_INVALID', {
    option: '--model',
    found: `none, and no results_….json beside ${quoted(file)} that names it`,
    accepted: 'the name of the model',
  });
}

function nameInResults(folder: string, date: string | undefined): string | undefined {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => /^results_.*\.json$/.test(name));
  } catch {
    return undefined;
  }
  const ofDate = names.filter((name) => date !== undefined && name === `results_${date}.json`);
  for (const name of [...ofDate, ...names.sort()]) {
    const path = join(folder, name);
    if (statSync(path).size > MOST_BYTES) continue;
    const results = parseJson(readFileSync(path, 'utf8')) as { model_name?: unknown } | undefined;
    if (typeof results?.model_name === 'string' && results.model_name.trim() !== '')
      return results.model_name;
  }
  return undefined;
}
