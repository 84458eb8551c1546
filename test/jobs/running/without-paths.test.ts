import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withoutPaths } from '../../../src/jobs/running/without-paths.ts';

const UPLOAD = '/data/up/0123456789abcdef01234567/题 库.json';
const told = {
  options: { files: [UPLOAD], out: '/secret/studies/one', config: '/etc/x/small.yaml' },
  files: [UPLOAD],
  databases: ['bank.db', 'postgres://me:word@host/x', ''],
};

test('the text of a job names no path of its options', () => {
  const said = {
    error: {
      detail: `${UPLOAD}:3 or ${UPLOAD.replace('.json', '.utf8.json')}, --out: /secret/studies/one/study.json, /etc/x/small.yaml; ${resolve('bank.db')}; postgres://me:word@host/x`,
    },
    result: { rows: [1, null] },
  };
  expect(withoutPaths(said, told)).toEqual({
    error: {
      detail:
        '题 库.json:3 or 题 库.utf8.json, --out: one/study.json, small.yaml; the database; the database',
    },
    result: { rows: [1, null] },
  });
});
