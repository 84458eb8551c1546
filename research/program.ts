import { parseArgs } from 'node:util';
import { codeKey, KEPT, PAGES, SHARED } from './checkout.ts';
import { runStudy } from './run-study.ts';
import { loadStudy, STUDY_NAMES } from './studies.ts';

const OPTIONS = {
  only: {
    type: 'string',
    help: 'only cells whose text matches this pattern',
  },
  runs: { type: 'string', help: 'at most this many repetitions of each cell' },
  json: { type: 'boolean', help: 'print the results as JSON' },
  workers: { type: 'string', help: 'threads (default: this one alone)' },
  data: { type: 'string', help: 'folder of recorded data (default: ../shared/data)' },
  kept: { type: 'string', help: 'folder of kept results (default: .evidence)' },
  out: {
    type: 'string',
    help: 'folder of the page (default: docs/evidence; with --only or --runs: .evidence/part)',
  },
} as const;

/** @param code names the code that makes the results of a study */
export async function research(
  [name, ...args]: readonly string[],
  code: (study: string) => string = codeKey,
): Promise<void> {
  if (name === 'trial') await (await import('./trial/trial.ts')).trial(args);
  else if (name === 'all') await makeAll(args, code);
  else if (STUDY_NAMES.includes(name)) await make(name, args, code);
  else await list(name);
}

async function make(
  study: string,
  args: readonly string[],
  code: (study: string) => string,
): Promise<void> {
  const of = await loadStudy(study);
  const settings = Object.keys(of.settings).map((key) => [key, { type: 'string' as const }]);
  const options = { ...OPTIONS, ...Object.fromEntries(settings) };
  const values = parseArgs({ args: [...args], options }).values as Partial<Record<string, string>>;
  const { only, runs, workers = '0', data = SHARED, kept = KEPT } = values;
  const given = Object.entries(of.settings).map(([key, value]) => [
    key,
    numberOf(values[key] ?? value),
  ]);
  const isPart = [only, runs, ...settings.map(([key]) => values[key as string])].some(Boolean);
  const results = await runStudy(of, {
    name: study,
    given: { ...Object.fromEntries(given), data },
    code: code(study),
    kept,
    out: values.out ?? (isPart ? `${KEPT}/part` : PAGES),
    runs: runs === undefined ? null : numberOf(runs),
    only: only === undefined ? null : new RegExp(only),
    workers: numberOf(workers),
    say: (line) => console.error(line),
  });
  if (values.json) console.log(JSON.stringify(results, null, 1));
}

/** Makes every page. One that fails does not keep the others from being made. */
async function makeAll(args: readonly string[], code: (study: string) => string): Promise<void> {
  for (const study of STUDY_NAMES)
    await make(study, args, code).catch((error: Error) => {
      console.error(`${study}: failed: ${error.message}`);
      process.exitCode = 1;
    });
}

async function list(name: string | undefined): Promise<void> {
  for (const study of STUDY_NAMES) {
    const { question, settings } = await loadStudy(study);
    const own = Object.entries(settings).map(([key, value]) => ` [--${key} ${value}]`);
    console.log(`${study}${own.join('')}\n    ${question}`);
  }
  console.log(
    'trial\n    Does synthesis help with real models? docs/trial.md\n\nOptions of studies:',
  );
  for (const [key, { help }] of Object.entries(OPTIONS)) console.log(`  --${key}: ${help}`);
  if (name !== undefined && name !== '--help') process.exitCode = 2;
}

function numberOf(value: string | number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0) throw new Error(`${value}: not a whole number`);
  return number;
}
