import { expect, test } from 'vitest';
import { jobContext } from '../../../src/jobs/running/job-context.ts';
import { OPERATIONS } from '../../../src/operations/table.ts';

const asking = async (name: keyof typeof OPERATIONS) =>
  jobContext(
    await OPERATIONS[name](),
    { database: 'a.db', version: '1' },
    { tell() {}, note() {} },
  ).asking();

test('a job asks only models that administrators list', async () => {
  await expect(asking('calibrate synthesize')).resolves.toMatchObject({ caller: {} });
  await expect(asking('compare')).rejects.toMatchObject({ code: 'OPTION_INVALID' });
});
