// Stands in for `lm_eval --samples FILE --log_samples --output_path DIR`: writes what its sample logs have, and knows no more
// of the items than the tasks' documents (DOCS, JSON by task). An item is right where its question_id is even.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    samples: { type: 'string' },
    docs: { type: 'string' },
    output_path: { type: 'string' },
    forget: { type: 'string', default: '0' },
    fail: { type: 'boolean', default: false },
  },
});
if (values.fail) {
  console.error('CUDA out of memory');
  process.exit(3);
}
const docs = JSON.parse(readFileSync(values.docs, 'utf8'));
const folder = join(values.output_path, 'my__model');
mkdirSync(folder, { recursive: true });
let forget = Number(values.forget);
for (const [task, indices] of Object.entries(JSON.parse(readFileSync(values.samples, 'utf8')))) {
  const lines = indices.flatMap((doc_id) => {
    if (forget-- > 0) return [];
    const question_id = docs[task][doc_id];
    const letter = question_id % 2 === 0 ? 'A' : 'B';
    return [
      JSON.stringify({
        doc_id,
        doc: { question_id, question: 'Which?', options: ['x', 'y'], answer: 'A', category: task },
        target: 'A',
        arguments: { gen_args_0: { arg_0: 'Which?', arg_1: { until: ['Question:'] } } },
        resps: [[`The answer is (${letter}).`]],
        filtered_resps: [letter],
        filter: 'custom-extract',
        metrics: ['exact_match'],
        doc_hash: 'ab',
        prompt_hash: 'cd',
        target_hash: 'ef',
        exact_match: letter === 'A' ? 1.0 : 0.0,
      }),
    ];
  });
  const file = `samples_${task}_2026-01-01T00-00-00.123456.jsonl`;
  if (lines.length > 0) writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
}
writeFileSync(join(folder, 'results_2026-01-01T00-00-00.123456.json'), '{"results": {}}');
