import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type RecordedBank, writeFileWhole } from 'thetarank';
import { EXAMINEE_KINDS, StrangeStudy, type StrangeTest } from 'thetarank/study';
import { progressBar, readText, wholeNumber } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { addBankOptions, type BankOptions, readBank } from '../read-bank.ts';
import { strangePage } from './page.ts';

interface StrangeOptions extends BankOptions {
  readonly answerKeys?: string;
  readonly items: number;
  readonly tests: number;
  readonly seed: number;
  readonly raw: string;
  readonly out: string;
}

/** A test of an examinee, as it is kept. */
export interface KeptTest {
  readonly bank: string;
  readonly items: number;
  readonly kind: string;
  readonly n: number;
  readonly test: StrangeTest;
}

/** `npm run research -- strange` */
export function addStrangeCommand(evidence: Command): void {
  addBankOptions(
    evidence
      .command('strange')
      .description(
        'Do robust tests hold for strange examinees, such as guessers or a model that is exchanged? Adds one bank to --raw, where it goes on from what is there, and makes the page of all banks in it. A minute or two a bank.',
      ),
  )
    .option(
      '--answer-keys <file>',
      'CSV: item, n_options, answer (a letter); for kinds that need them',
    )
    .optionsGroup('The tests:')
    .option('--items <n>', 'length of the tests', wholeNumber(20), 243)
    .option('--tests <n>', 'tests of each kind; of ordinary models each is one', wholeNumber(1), 40)
    .option('--seed <n>', 'fixes all random choices', wholeNumber(0), 1)
    .optionsGroup('Results:')
    .option('--raw <file>', 'keep the tests there, JSON Lines', 'strange-evidence.jsonl')
    .addOption(pageOption('strange-models.md'))
    .action(run);
}

function run(options: StrangeOptions): void {
  addBank(options);
  writeFileWhole(options.out, strangePage(keptIn(options.raw)));
}

function addBank({ items, tests, seed, raw, ...options }: StrangeOptions): void {
  const read = readBank(options);
  if (read === null) return;
  const { bank, families } = read;
  const known = new Set(
    keptIn(raw).map((kept) => [kept.bank, kept.items, kept.kind, kept.n].join(' ')),
  );
  const length = Math.min(items, Math.floor(0.6 * bank.responses.items.length));
  const keys = options.answerKeys === undefined ? null : keysOf(options.answerKeys, bank);
  const study = new StrangeStudy({ bank, families, options: keys, items: length, seed });
  const kinds = EXAMINEE_KINDS.filter((kind) => study.has(kind));
  const all = kinds.map((kind) => ({ kind, n: kind.name === 'ordinary' ? study.targets : tests }));
  const bar = progressBar();
  bar.start(
    all.reduce((sum, { n }) => sum + n, 0),
    'ordinary',
  );
  for (const { kind, n: last } of all)
    for (let n = 0; n < last; n++) {
      const isKept = known.has([bank.name, length, kind.name, n].join(' '));
      if (!isKept) {
        const test = study.test(kind, n);
        const kept: KeptTest = { bank: bank.name, items: length, kind: kind.name, n, test };
        appendFileSync(raw, `${JSON.stringify(kept)}\n`);
      }
      bar.advance(kind.name, isKept);
    }
  bar.stop();
}

/** How many options each item has, and the place of the right one. */
function keysOf(file: string, { responses }: RecordedBank) {
  const found = new Map<string, readonly [number, number]>();
  for (const line of readText(file).toString('utf8').split('\n')) {
    const [item, count, letter] = line.trim().split(',');
    if (/^[A-Z]$/.test(letter ?? '')) found.set(item, [Number(count), letter.charCodeAt(0) - 65]);
  }
  const of = responses.items.map((item) => found.get(item) ?? ([0, 0] as const));
  return {
    counts: Uint8Array.from(of, ([count]) => count),
    keys: Uint8Array.from(of, ([, key]) => key),
  };
}

function keptIn(raw: string): KeptTest[] {
  if (!existsSync(raw)) return [];
  const lines = readFileSync(raw, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as KeptTest]));
}
