import { InvalidArgumentError } from 'commander';
import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import { count, percent } from '../../numbers.ts';
import { textTable } from '../../report/text-table.ts';
import { MOST_OPTIONS } from '../../scoring/extract/extraction.ts';
import { EXTRACTION_MODES, type ExtractionMode } from '../../scoring/extract/modes.ts';

/** @throws NAME_UNKNOWN */
export function extractionMode(name: string): ExtractionMode {
  const mode = EXTRACTION_MODES.find((known) => known === name);
  const nearest = nearestNames(name, EXTRACTION_MODES);
  return mode ?? fail('NAME_UNKNOWN', { kind: 'mode', name, nearest });
}

/** Reads how many options a question has; for commander. */
export function optionCount(text: string): number {
  const value = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > MOST_OPTIONS)
    throw new InvalidArgumentError(`Accepted: a whole number from 1 to ${MOST_OPTIONS}.`);
  return value;
}

/** A table of how many answers each rule found, most first. */
export function ruleTable(counts: Readonly<Record<string, number>>, total: number): string {
  const rows = Object.entries(counts)
    .sort(([, x], [, y]) => y - x)
    .map(([name, n]) => [name, count(n), percent(n / total)]);
  return textTable(
    [{ head: 'rule' }, { head: 'outputs', align: 'right' }, { head: 'share', align: 'right' }],
    rows,
  );
}
