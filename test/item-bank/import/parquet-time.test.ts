import { expect, test } from 'vitest';
import { parquetRows } from '../../../item-bank/import/records/parquet-rows.ts';
import { damaged } from '../../files/answers/fuzz-case.ts';
import { SAMPLES } from '../../files/answers/sample-files.ts';

test('a file that keeps its decoder busy is refused after a time', async () => {
  // As bench/fuzz-importers.ts found it: a damaged run of definition levels stands for 2³⁰ values.
  const [found] = Object.values(damaged(SAMPLES['parquet wide'].files, 2_147_487_738));
  const bytes = (async function* () {
    yield found;
  })();
  const read = async () => {
    for await (const _ of parquetRows({ name: 'damaged.parquet', bytes }, undefined, 0.5));
  };
  await expect(read()).rejects.toMatchObject({
    code: 'FILE_INVALID',
    message: expect.stringContaining('more than 0.5 s for a row group'),
  });
});
