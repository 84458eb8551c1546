import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { writeFileWhole } from 'thetarank';
import { pageOption } from '../page-option.ts';
import { endpointsPage } from './page.ts';
import { ranksOverHttp } from './ranks-over-http.ts';
import { recordedTests } from './recorded-tests.ts';

/** `npm run research -- endpoints` */
export function addEndpointsCommand(evidence: Command): void {
  evidence
    .command('endpoints')
    .description(
      'Do tests over HTTP, with faults, give the same answers as the recorded ones? Some five minutes. No text of an item is written.',
    )
    .argument(
      '<folder>',
      "with MMLU-Pro's items.csv, and outputs_1500.jsonl.gz: what models wrote to some of the items (model, item, output)",
    )
    .addOption(pageOption('endpoints.md'))
    .action(async (folder: string, { out }: { out: string }) => {
      const work = mkdtempSync(join(tmpdir(), 'thetarank-'));
      try {
        const ranks = await ranksOverHttp(folder, work);
        const page = endpointsPage(ranks, recordedTests(ranks));
        writeFileWhole(out, page);
        console.log(page);
      } finally {
        rmSync(work, { recursive: true });
      }
    });
}
