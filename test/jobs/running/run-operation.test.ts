import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runOperation } from '../../../src/jobs/running/run-operation.ts';
import { temporaryFolder } from '../../files/temporary.ts';

const folder = temporaryFolder();
const place = { folder, version: '1', onProgress() {} };
const call = (operation: 'calibrate keep' | 'noise', options: object, database: string) =>
  runOperation({ operation, options: { ...options }, database }, place);

test('an error about the database does not say where it is', async () => {
  const options = { file: join(folder, 'none.csv'), bank: 'mine' };
  const { error } = await call('noise', { run: 1 }, folder).ended;
  expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(error!.detail).not.toContain(folder);
  const unread = await call('calibrate keep', options, join(folder, 'a.db')).ended;
  expect(unread.error).toMatchObject({ code: 'FILE_NOT_FOUND' });
});

test('an option that it does not accept is an error by its field', async () => {
  const { error } = await call('calibrate keep', { file: 'a.csv', bank: '../x' }, 'a.db').ended;
  expect(error).toMatchObject({ code: 'OPTION_INVALID' });
  expect(error!.detail).toMatch(/^bank: /);
});

test('one that is stopped has not ended well, and gives no result', async () => {
  const running = call('noise', { file: '/dev/stdin' }, 'a.db');
  running.stop(0);
  const { error, result } = await running.ended;
  expect(result).toBeNull();
  // Left alone, it fails for want of answers.
  expect(error).toMatchObject({ code: 'INTERRUPTED' });
});
