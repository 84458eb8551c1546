import { describe, expect, test } from 'vitest';
import { seemMetadata } from '../../../src/files/responses/metadata-columns.ts';
import { readResponses } from '../../../src/files/responses/read-responses.ts';
import { responsesCsv } from '../../../src/files/responses/write-responses.ts';
import { temporaryFiles } from '../temporary.ts';

const file = temporaryFiles();
const numbered = Array.from({ length: 20 }, (_, k) => `T-${k + 1}`);
const suspects = (names: readonly string[]) => names.filter((_, k) => seemMetadata(names)[k]);

describe('columns that are a property of models', () => {
  test.each([
    [
      ['a', 'b', 'openWeights', 'release year'],
      ['openWeights', 'release year'],
    ],
    [
      ['law', 'physics', 'Licence', 'params_b'],
      ['Licence', 'params_b'],
    ],
    // Items may be called otherwise than the others: such names say nothing.
    [[...numbered, 'crossing', 'good'], []],
    [[...numbered, 'T-extra', 'U-3'], []],
    [['reasoning', 'coding', 'language', 'precision'], []],
    [['q1', 'q2', 'bonus'], []],
  ])('%j', (names, found) => {
    expect(suspects(names)).toEqual(found);
  });

  test('are refused by name, and read with a mark', () => {
    const rows = `m1,${numbered.map(() => 1).join(',')},0\n`;
    const header = (last: string) => `model,${numbered.join(',')},${last}\n${rows}`;
    expect(() => readResponses(file(header('open_weights')))).toThrow(
      expect.objectContaining({
        code: 'FILE_INVALID',
        details: expect.objectContaining({ found: expect.stringContaining('"open_weights"') }),
      }),
    );
    const { matrix } = readResponses(file(header("'open_weights")));
    expect(matrix.items.at(-1)).toBe('open_weights');
  });

  test('are no obstacle for items called so that thetarank writes', () => {
    const items = ['cost', "'cost", 'family', 'x', "''license"];
    const matrix = { examinees: ['m'], items, scores: Float32Array.of(1, 0, 1, 0, 1) };
    for (const families of [null, ['f']]) {
      const read = readResponses(file(responsesCsv({ matrix, families })));
      expect(read.matrix.items).toEqual(items);
      expect(read.families).toEqual(families);
    }
  });
});
