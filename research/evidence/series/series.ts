import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { loadBuiltinBank, writeFileWhole } from 'thetarank';
import { COURSES, relativesOf, SeriesStudy } from 'thetarank/study';
import { progressBar } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import type { KeptSeries } from './figures.ts';
import { seriesPage } from './page.ts';
import { BANKS, designOf, MOST_FAMILIES } from './setting.ts';

/** `npm run research -- series` */
export function addSeriesEvidenceCommand(evidence: Command): void {
  evidence
    .command('series')
    .description(
      'How well does a series estimate the checkpoints of a training run, compared with testing each alone? On checkpoints between recorded relatives, their family left out. About half an hour; it goes on from the series in --raw.',
    )
    .option('--raw <file>', 'keep the series there, JSON Lines', 'series-evidence.jsonl')
    .option('--no-simulate', 'make the page of the series that are there')
    .addOption(pageOption('series.md'))
    .action(makePage);
}

function makePage({ raw, simulate, out }: { raw: string; simulate: boolean; out: string }): void {
  if (simulate) run(raw);
  writeFileWhole(out, seriesPage(keptIn(raw)));
}

function run(raw: string): void {
  const known = new Set(keptIn(raw).map(({ bank, row }) => `${bank} ${row.family} ${row.course}`));
  const banks = BANKS.map((name) => {
    const bank = loadBuiltinBank(name);
    return { name, bank, relatives: relativesOf(bank).slice(0, MOST_FAMILIES) };
  });
  const bar = progressBar();
  bar.start(
    banks.reduce((sum, { relatives }) => sum + relatives.length * COURSES.length, 0),
    'preparing',
  );
  for (const { name, bank, relatives } of banks) {
    let widths: SeriesStudy | null = null;
    for (const own of relatives) {
      let study: SeriesStudy | null = null;
      for (const course of COURSES) {
        const doing = `${name}, ${own.family}, ${course}`;
        const isKept = known.has(`${name} ${own.family} ${course}`);
        if (!isKept) {
          const design = designOf(bank.responses.items.length);
          widths ??= new SeriesStudy(bank, relatives[0], design);
          study ??= own === relatives[0] ? widths : new SeriesStudy(bank, own, design, widths);
          const row = study.run(course, 1, course === 'rise');
          const kept: KeptSeries = { bank: name, row };
          appendFileSync(raw, `${JSON.stringify(kept)}\n`);
        }
        bar.advance(doing, isKept);
      }
    }
  }
  bar.stop();
}

function keptIn(raw: string): KeptSeries[] {
  if (!existsSync(raw)) return [];
  const lines = readFileSync(raw, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as KeptSeries]));
}
