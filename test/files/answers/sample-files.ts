import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeParquet } from '../../item-bank/import/make-parquet.ts';

/** A small file shaped like a real one, with what lies beside it, by path. The first is the one to read. */
export type SampleFiles = Readonly<Record<string, Buffer>>;

const json = (value: unknown) => Buffer.from(JSON.stringify(value, null, 1));
const lines = (values: readonly unknown[]) =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));

const task = (k: number) => `made__up-${1000 + k}`;
const tasks = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, k) => task(from + k));

/** The report of SWE-bench's harness on 12 tasks: 4 resolved, 3 unresolved, 2 errors, 1 empty patch, 2 not submitted. */
export const SWE_REPORT = {
  total_instances: 12,
  submitted_instances: 10,
  completed_ids: tasks(0, 7),
  incomplete_ids: tasks(10, 12),
  empty_patch_ids: tasks(9, 10),
  submitted_ids: tasks(0, 10),
  resolved_ids: tasks(0, 4),
  unresolved_ids: tasks(4, 7),
  error_ids: tasks(7, 9),
  schema_version: 2,
};

export const HELM_RUN = 'made_up:subject=law,method=joint,model=maker_small';

const stat = (name: string, mean: number) => ({
  name: { name, split: 'test' },
  count: 1,
  sum: mean,
  mean,
});
/** 8 instances, right on the even ones; f1 is a fraction, one instance is also perturbed and one tried again. */
export const HELM_STATS = [
  ...Array.from({ length: 8 }, (_, k) => ({
    instance_id: `id${k}`,
    train_trial_index: 0,
    stats: [
      stat('num_references', 2),
      stat('exact_match', (k + 1) % 2),
      stat('prefix_exact_match', 1),
      stat('f1_score', 0.25),
    ],
  })),
  {
    instance_id: 'id0',
    perturbation: { name: 'typos' },
    train_trial_index: 0,
    stats: [stat('exact_match', 0)],
  },
  { instance_id: 'id1', train_trial_index: 1, stats: [stat('exact_match', 1)] },
];
const HELM_INSTANCES = Array.from({ length: 8 }, (_, k) => ({
  input: { text: `Is ${k} even?` },
  references: [
    { output: { text: 'yes' }, tags: k % 2 === 0 ? ['correct'] : [] },
    { output: { text: 'no' }, tags: k % 2 === 0 ? [] : ['correct'] },
  ],
  split: 'test',
  id: `id${k}`,
}));

/** 6 samples of 2 models: right if the number of the sample is a multiple of that of the model. */
export const EEE_RECORDS = [1, 2].flatMap((model) =>
  Array.from({ length: 6 }, (_, k) => ({
    schema_version: '0.2.1',
    evaluation_id: `made-up/${model}`,
    model_id: `maker/model-${model}`,
    evaluation_name: 'made_up',
    sample_id: `made_up_${k}`,
    interaction_type: 'single_turn',
    input: { raw: `Which is ${k}?`, reference: [`${k}`], choices: [`${k + 1}`, `${k}`, 'neither'] },
    output: { raw: ['B'] },
    messages: null,
    answer_attribution: [
      {
        turn_idx: 0,
        source: 'output.raw',
        extracted_value: 'B',
        extraction_method: 'regex',
        is_terminal: true,
      },
    ],
    evaluation: { score: k % model === 0 ? 1 : 0, is_correct: k % model === 0 },
  })),
);

export const LONG_ROWS = ['model-a', 'model-b', 'model-c'].flatMap((examinee, m) =>
  Array.from({ length: 5 }, (_, j) => ({ examinee, item: `q${j}`, score: (m + j) % 2 })),
);
export const WIDE_ROWS = ['model-a', 'model-b', 'model-c'].map((model, m) => ({
  model,
  family: `family ${m}`,
  q0: m % 2,
  q1: m === 1 ? null : 1,
  q2: 0,
}));

/** One sample per format of recorded answers; of Parquet both forms. */
export const SAMPLES: Readonly<Record<string, { format: string; files: SampleFiles }>> = {
  'swe-bench': { format: 'swe-bench', files: { 'agent.run1.json': json(SWE_REPORT) } },
  'swe-bench list': {
    format: 'swe-bench',
    files: {
      'outcomes.jsonl': lines(
        tasks(0, 9).map((instance_id, k) => ({
          instance_id,
          model_name_or_path: `agent-${k % 3}`,
          resolved: k % 2 === 0,
        })),
      ),
    },
  },
  helm: {
    format: 'helm',
    files: {
      [`${HELM_RUN}/per_instance_stats.json`]: json(HELM_STATS),
      [`${HELM_RUN}/run_spec.json`]: json({
        name: HELM_RUN,
        adapter_spec: { model: 'maker/small' },
      }),
      [`${HELM_RUN}/instances.json`]: json(HELM_INSTANCES),
    },
  },
  'every-eval-ever': {
    format: 'every-eval-ever',
    files: { 'made_up_samples.jsonl': lines(EEE_RECORDS) },
  },
  'parquet long': { format: 'parquet', files: { 'long.parquet': makeParquet(LONG_ROWS) } },
  'parquet wide': { format: 'parquet', files: { 'wide.parquet': makeParquet(WIDE_ROWS) } },
  csv: {
    format: 'csv',
    files: {
      'answers.csv': Buffer.from('examinee,family,q0,q1\na,f,1,0\n"b, c",g,0.5,\n'),
    },
  },
};

/** The rows that a Parquet file of the samples was made of; null for other files. */
export function rowsOf(bytes: Buffer): readonly object[] | null {
  if (bytes === SAMPLES['parquet long'].files['long.parquet']) return LONG_ROWS;
  return bytes === SAMPLES['parquet wide'].files['wide.parquet'] ? WIDE_ROWS : null;
}

/** Writes the files of a sample into a folder. @returns the path of the first */
export function writeSample(folder: string, files: SampleFiles): string {
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  return join(folder, Object.keys(files)[0]);
}
