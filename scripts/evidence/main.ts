// Writes docs/evidence/ranking.md and its plots: every strategy at every length on the built-in banks, by post-hoc simulation, and
// what follows from it. Run it with `npm run evidence`; it takes half an hour to an hour on two cores, and goes on where it
// was interrupted as long as the code that makes the figures is the same. The figures in README.md are copied from here.
//
//   npm run evidence -- --only mmlu-pro-family,cruxeval-o --seeds 1 --out trial
//
// `--only` takes names of studies and banks. With `--only` or `--seeds`, the page goes to .evidence/trial unless --out
// names another folder. `--parallel` studies run at a time (2). Where others edit the code meanwhile, run it in a worktree
// of its own: studies by two versions do not get onto one page.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeFileWhole } from '../../src/files/write.ts';
import { codeKey } from './code-key.ts';
import { pageOf } from './page.ts';
import { plotFile, plotOf } from './plots.ts';
import { progressOf } from './report-progress.ts';
import { resultFile, runStudies } from './run-studies.ts';
import { allStudies } from './studies.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, '.evidence');

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seeds: { type: 'string' },
    out: { type: 'string' },
    parallel: { type: 'string', default: '2' },
  },
});

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) stop(`--${option}: found ${text}; accepted: a whole number`);
  return Number(text);
}

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}

const all = allStudies(values.seeds === undefined ? undefined : wholeNumber('seeds', values.seeds));
const only = values.only?.split(',');
const unknown = only?.find((text) => !all.some(({ name, bank }) => [name, bank].includes(text)));
if (unknown !== undefined)
  stop(`--only: found ${unknown}; accepted: ${all.map(({ name }) => name).join(', ')}, or a bank`);
const studies = all.filter(
  ({ name, bank }) => only === undefined || only.includes(name) || only.includes(bank),
);
const isTrial = only !== undefined || values.seeds !== undefined;
const out = values.out ?? (isTrial ? join(FOLDER, 'trial') : join(ROOT, 'docs/evidence'));

const key = codeKey();
const missing = studies.filter((study) => !existsSync(resultFile(study, FOLDER, key)));
console.error(
  `${studies.length} studies by code ${key}, ${studies.length - missing.length} of them done before.`,
);
const results = await runStudies(studies, {
  folder: FOLDER,
  key,
  parallel: wholeNumber('parallel', values.parallel),
  onStep: progressOf(missing),
});
for (const result of results)
  writeFileWhole(join(out, plotFile(result.study)), await plotOf(result));
writeFileWhole(join(out, 'ranking.md'), pageOf(results, key));
console.log(`Written: ranking.md and ${results.length} plots in ${out}`);
