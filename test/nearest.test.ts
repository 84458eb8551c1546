import { expect, test } from 'vitest';
import { nearestNames, nearNames, suggestion } from '../src/nearest.ts';

const BANKS = ['mmlu-pro', 'climedbench'];

test('a slip of the keyboard finds the one name that was meant', () => {
  expect(nearestNames('mmlupro', BANKS)).toEqual(['mmlu-pro']);
  expect(nearestNames('CliMedBench', BANKS)).toEqual(['climedbench']);
  expect(nearestNames('climed', BANKS)).toEqual(['climedbench']);
});

test('a name unlike all others lists known names, at most three', () => {
  expect(nearestNames('xyzzy', BANKS).sort()).toEqual(['climedbench', 'mmlu-pro']);
  expect(nearestNames('', ['a', 'bb', 'ccc', 'dddd'])).toEqual(['a', 'bb', 'ccc']);
});

test('nearest first, equally near in the order given', () => {
  expect(nearestNames('rank', ['rang', 'rant', 'rank!', 'bank', 'frank'])).toEqual([
    'rang',
    'rant',
    'rank!',
  ]);
});

test('nothing to choose from', () => {
  expect(nearestNames('rank', [])).toEqual([]);
});

test('names that are merely the nearest get no “Did you mean”', () => {
  expect(nearNames('--bnak', ['--bank', '--tags'])).toEqual(['--bank']);
  expect(nearNames('nearest-b', ['robust', 'paper', 'balanced'])).toEqual([]);
  expect(nearNames('cbm', ['cmb', 'abc'])).toEqual(['cmb']);
  expect(suggestion('papr', ['paper'])).toBe('Did you mean paper?');
  expect(suggestion('rob', ['robust', 'rob-2'])).toBe('Did you mean robust or rob-2?');
  expect(suggestion('nearest-b', ['robust', 'paper'])).toBe('Known names: robust, paper.');
});
