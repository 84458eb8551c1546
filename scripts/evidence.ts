// Writes docs/evidence.md: every strategy at every length on the built-in banks, by post-hoc simulation.
// Run it with `npm run evidence`; it takes half an hour. The figures in README.md are copied from here.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs, promisify } from 'node:util';
import { BUILTIN_BANKS, loadBuiltinBank } from '../item-bank/builtin/load.ts';
import type { ComparedFigure } from '../sim/post-hoc/compare.ts';
import { type PostHocReport, postHoc } from '../sim/post-hoc/post-hoc.ts';
import { STRATEGIES } from '../sim/post-hoc/strategies.ts';
import { readResponses } from '../src/files/read-responses.ts';
import type { RecordedBank } from '../src/ranking/recorded-bank.ts';

const LENGTHS = [30, 100, 243];
const FOLDS = 5;
const SEED = 1;
/** Repetitions; the simulated bank needs fewer, since it shows a method's behaviour and not a figure. */
const SEEDS = { recorded: 10, simulated: 3 };

interface Studied {
  readonly bank: RecordedBank & { readonly title: string };
  readonly strategies: readonly string[];
}

const { values } = parseArgs({
  options: { cruxeval: { type: 'string' }, only: { type: 'string' } },
});
const studied: Studied[] = BUILTIN_BANKS.map((name) => ({
  bank: loadBuiltinBank(name),
  strategies: Object.keys(STRATEGIES),
}));
if (values.cruxeval !== undefined)
  studied.splice(1, 0, {
    bank: {
      name: 'cruxeval-o',
      title: 'CRUXEval-O (WildEval/ZeroEval, Apache-2.0; not shipped)',
      simulated: false,
      responses: readResponses(values.cruxeval).matrix,
      tags: {},
      fullScore: 'items',
    },
    strategies: Object.keys(STRATEGIES).filter((strategy) => strategy !== 'balanced'),
  });

function section({ bank, strategies }: Studied): string {
  const report = postHoc({
    bank,
    families: bank.families ?? null,
    lengths: LENGTHS,
    strategies,
    folds: FOLDS,
    seeds: bank.simulated ? SEEDS.simulated : SEEDS.recorded,
    seed: SEED,
    compare: ['robust', 'random-irt'],
  });
  return `## ${bank.name}${bank.simulated ? ' (simulated answers)' : ''}\n\n${bank.title}: ${report.examinees} models in ${report.families.count} families, ${report.items} items, ${report.seeds} repetitions; full score: ${report.fullScore}.\n\n${table(report)}\n\n${comparison(report)}`;
}

if (values.only !== undefined) {
  const chosen = studied.find(({ bank }) => bank.name === values.only);
  process.stdout.write(section(chosen!));
  process.exit();
}

// A process a bank.
const run = promisify(execFile);
const sections = await Promise.all(
  studied.map(async ({ bank }) => {
    const more = values.cruxeval === undefined ? [] : ['--cruxeval', values.cruxeval];
    const call = [import.meta.filename, '--only', bank.name, ...more];
    const { stdout } = await run(process.execPath, call);
    console.log(`${bank.name}: done`);
    return stdout;
  }),
);

const page = `# Evidence

Made by \`npm run evidence\` (seed ${SEED}; \`-- --cruxeval responses.csv\` adds that matrix); do not edit by hand.

Recorded models are tested as if they were new: in each repetition the models are dealt into ${FOLDS} folds of whole families (as the bank names them, else read
off the names), items are calibrated on the other folds, each model is asked the stated number of items, and the predicted score on
the whole bank is compared with the recorded one. Errors, bias and widths are in points of that score; ± is the standard error over
families and seeds.

"Own hold" is the share of 90% intervals that hold the recorded score as the strategy gives them: made by the model (±1.645 SE), by
the design of the sample (\`random\`, \`random-stratified\`), or, for \`robust\`, widened by what it learned on families left out of its
calibration, before it saw the model it is tested on. How far it falls short of 90% is the misfit. "Widened hold" is the same after
each model's interval was widened by the errors on the other tested models; it is close to 90% **by construction** and no evidence by
itself. What it costs is the width. (\`random\`, \`random-stratified\` and \`robust\` are not widened.)

${sections.join('\n\n')}

## What these figures do not show

- Both matrices were used while the program was developed. Nothing is tuned to them by name or size, but the guessing prior
  (centre 0.1) and the choice of strategies were made with them in sight.
- Widened intervals hold for models that are like the recorded ones. A model stronger than all that calibrated the bank is a
  harder case, and nothing here speaks of it.
- Five of the 34 MMLU-Pro models have gaps (one answered 86% of the items): their scores are of the items they answered.
- With ${loadBuiltinBank('climedbench').responses.examinees.length} models the climedbench intervals rest on too few others to be verified, and are marked so wherever they are printed.
- climedbench's answers are drawn by a program so that its models have the published scenario scores. It shows what a
  bank of many scenarios does to a one-dimensional method, not how the named models would do.
`;
writeFileSync(new URL('../docs/evidence.md', import.meta.url), page);

function comparison({ comparison }: PostHocReport): string {
  if (comparison === null) return '';
  const { lengths, pooled, resamples, margins } = comparison;
  const figure = ({ value, low, high, verdict }: ComparedFigure, places: number) =>
    `${value?.toFixed(places) ?? '–'} (${low?.toFixed(places) ?? '–'} to ${high?.toFixed(places) ?? '–'}) ${verdict}`;
  const rows = [
    ...lengths.map((row) => ({ name: String(row.length), ...row })),
    { name: 'all', ...pooled },
  ];
  return [
    `\`${comparison.strategies[0]}\` against \`${comparison.strategies[1]}\`, 90% intervals of a paired bootstrap over families (${resamples} resamples); not worse: ratio up to ${margins.errorRatio}, difference of τ from ${margins.kendallDifference}.`,
    '',
    '| items | ratio of errors | difference of τ |',
    '|---:|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.name} | ${figure(row.errorRatio, 2)} | ${figure(row.kendallDifference, 3)} |`,
    ),
  ].join('\n');
}

function table({ results }: PostHocReport): string {
  const rows = [...results]
    .sort((x, y) => x.length - y.length)
    .map((r) => {
      const se = (value: number | null, places: number) =>
        value === null ? '' : ` ± ${value.toFixed(places)}`;
      return `| ${r.length} | ${r.strategy} | ${r.mae.toFixed(2)}${se(r.seMae, 2)} | ${r.bias.toFixed(2)} | ${r.kendall?.toFixed(3) ?? '–'}${se(r.seKendall, 3)} | ${r.spearman?.toFixed(3) ?? '–'} | ${Math.round(100 * r.ownCoverage90)}% | ${Math.round(100 * r.coverage90)}% | ${r.width90.toFixed(1)} |`;
    });
  return [
    '| items | strategy | mean absolute error | bias | Kendall τ-b | Spearman ρ | own hold | widened hold | width |',
    '|---:|---|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}
