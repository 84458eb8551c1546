import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withoutPaths } from '../../../src/server/jobs/without-paths.ts';

const told = {
  args: ['simulate', '/data/up/a.json', '--out=/secret/studies/one', '--config=/etc/x/small.yaml'],
  files: ['/data/up/a.json'],
  databases: ['bank.db', 'postgres://me:word@host/x', ''],
};

test('the text of a command names no path that it was called with', () => {
  const said = {
    error: {
      detail: `/data/up/a.json:3 or /data/up/a.utf8.json, --out: /secret/studies/one/study.json, /etc/x/small.yaml; ${resolve('bank.db')}; postgres://me:word@host/x`,
    },
    result: { rows: [1, null] },
  };
  expect(withoutPaths(said, told)).toEqual({
    error: {
      detail:
        'upload.json:3 or upload.utf8.json, --out: one/study.json, small.yaml; the database; the database',
    },
    result: { rows: [1, null] },
  });
});
