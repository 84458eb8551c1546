import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { simulate } from './fit.ts';
import { type Measured, measured } from './measure.ts';

const REPEATS = 7;
const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

const CASES: readonly { examinees: number; items: number; target: number }[] = [
  { examinees: 2000, items: 200, target: 0.6 },
  { examinees: 500, items: 1000, target: 1.5 },
];

/** Whole commands as users run them: start, reading CSV, the fit, its standard errors and flags, writing CSV. */
export function command(): Measured[] {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-bench-'));
  try {
    return CASES.map(({ examinees, items, target }) => {
      const file = join(folder, 'answers.csv');
      writeAnswers(file, examinees, items);
      const call = [
        'calibrate',
        'fit',
        '--responses',
        file,
        '--json',
        '--out',
        join(folder, 'p.csv'),
      ];
      const seconds: number[] = [];
      let details: Record<string, unknown> = {};
      for (let k = 0; k < REPEATS; k++) {
        const from = performance.now();
        const output = execFileSync(process.execPath, [MAIN, ...call], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        seconds.push((performance.now() - from) / 1000);
        const { engine, iterations, standardErrors, seconds: fit } = JSON.parse(output);
        details = { engine, iterations, standardErrors, fitAndErrors: fit };
      }
      return measured(
        `calibrate fit, ${examinees} × ${items}`,
        seconds,
        's',
        target,
        'Node alone takes 0.04 s, loading the command 0.15 s',
        details,
      );
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeAnswers(file: string, examinees: number, items: number): void {
  const { examinees: names, items: columns, scores } = simulate(examinees, items);
  const rows = names.map((name, i) =>
    [name, ...scores.subarray(i * items, (i + 1) * items)].join(','),
  );
  writeFileSync(file, `examinee,${columns.join(',')}\n${rows.join('\n')}\n`);
}
