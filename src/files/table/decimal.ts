import { quoted } from '../../text/quoted.ts';

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * The number a cell holds: a decimal such as 1, -0.25 or 5e-1. NaN for everything else, among it what
 * JavaScript takes for a number (an empty cell, 0x1, Infinity), and for a decimal too large for a double.
 */
export function decimal(cell: string): number {
  const value = DECIMAL.test(cell) ? Number(cell) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** A cell that is no accepted number, as an error shows it. */
export function foundNumber(cell: string): string {
  if (cell === '') return 'an empty cell';
  return /^[+-]?\d+,\d+$/.test(cell) ? `${quoted(cell)}, with a decimal comma` : quoted(cell);
}
