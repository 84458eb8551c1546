import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { study, table } from '../../study.ts';
import { endpointsPage } from './page.ts';
import { ranksOverHttp } from './ranks-over-http.ts';
import { recordedTests } from './recorded-tests.ts';

export const endpoints = study({
  question:
    'Do tests over HTTP, with faults, give the same answers as the recorded ones? Some five minutes. No text of an item is written.',
  page: 'endpoints.md',
  waits: true,
  tables: ({ data }) => ({
    ranks: table(['mmlu_pro'], 1, async (folder) => {
      const work = mkdtempSync(join(tmpdir(), 'thetarank-'));
      try {
        return await ranksOverHttp(join(data, folder), work);
      } finally {
        rmSync(work, { recursive: true });
      }
    }),
  }),
  write: ({
    ranks: [
      {
        results: [ranks],
      },
    ],
  }) => endpointsPage(ranks, recordedTests(ranks)),
});
