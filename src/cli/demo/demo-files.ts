import { join } from 'node:path';
import { toCsv, writeFileWhole } from '../../files/write/write.ts';
import type { DemoExam } from '../../stand-in/demo-exam.ts';

/** The files that a demonstration writes before its first command. */
export const DEMO_FILES = {
  items: 'items.jsonl',
  truth: 'true-parameters.csv',
  config: 'mps.yaml',
  models: 'models.json',
} as const;

/** Share of requests that go wrong, by kind: endpoints do. */
export const FAULTS = '500:0.02,cut:0.02,garbage:0.01';
/** Half of the evenly matched are persuaded, of truth more easily than of error; models err alike now and then. */
export const DEBATE = { persuasion: '1:1', sharedErrors: '0.5:0.3' } as const;

/** Items and the parameters behind the simulated answers. */
export function writeExam(folder: string, { items, parameters }: DemoExam): void {
  const lines = items.map((item) => `${JSON.stringify(item)}\n`);
  writeFileWhole(join(folder, DEMO_FILES.items), lines.join(''));
  const columns = ['item', 'a', 'b', 'c', 'd'] as const;
  const rows = parameters.map((row) => columns.map((column) => row[column]));
  writeFileWhole(join(folder, DEMO_FILES.truth), toCsv([...columns], rows));
}

/** The configuration of the synthesis and the list of models to rank, as one would write them for real endpoints. */
export function writeModels(
  folder: string,
  baseUrl: string,
  pool: readonly string[],
  ranked: readonly string[],
): void {
  const config = [
    '# yaml-language-server: $schema=synthesis.schema.json',
    'defaults:',
    `  baseUrl: ${baseUrl}`,
    '  sampling: { temperature: 0.7, maxTokens: 1024 }',
    'models:',
    ...pool.map((model) => `  - name: ${model}`),
  ];
  writeFileWhole(join(folder, DEMO_FILES.config), `${config.join('\n')}\n`);
  const models = ranked.map((model) => ({ name: model, model, baseUrl }));
  writeFileWhole(join(folder, DEMO_FILES.models), `${JSON.stringify(models, null, 2)}\n`);
}
