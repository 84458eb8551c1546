import { writeFileSync } from 'node:fs';
import { fixtureBank } from '../fixtures/bank/bank.ts';

/**
 * Writes the answers of the fixture bank as a file for `--responses`. Its models are of three families, so that a ranking
 * fits as few calibrations as it can.
 */
export function writeFixtureAnswers(file: string, items: number, models?: readonly string[]): void {
  const { responses } = fixtureBank(items, models);
  const rows = responses.examinees.map((name, i) => [
    ...[name, `family-${i % 3}`],
    ...responses.scores.subarray(i * items, (i + 1) * items),
  ]);
  const lines = [['examinee', 'family', ...responses.items], ...rows].map((row) => row.join(','));
  writeFileSync(file, `${lines.join('\n')}\n`);
}
