import { BANK, type Chapter } from '../case.ts';

const REVIEW = `item,decision,key,note
q03,accept,,clear
q05,correct,A,wrong key
q07,retire,,too easy
`;
const PRETEST = `id,question,A,B,C,D,answer,topic
p1,What is 2 plus 2?,3,4,5,6,B,addition
p2,What is 9 minus 4?,3,4,5,6,C,subtraction
`;
const FAULTY = `id,question,A,B,C,D,answer
x1,What is 1 plus 1?,1,2,3,4,B
x2,What is 1 plus 1?,1,2,3,4,B
x3,Which one?,1,1,3,4,E
x4,,1,2,3,4,A
`;
const GSM8K = `{"question":"A shop sells 3 bags of 12 nuts. How many nuts is that?","answer":"3*12=36\\n#### 36"}
{"question":"There are 20 birds and 8 fly away. How many stay?","answer":"20-8=12\\n#### 12"}
`;
const MMLU = `What is 4 plus 4?,6,7,8,9,C
What is 5 times 2?,10,11,12,13,A
`;
const LM_EVAL = `{"doc_id":0,"doc":{"question":"What is 6 plus 1?","choices":["5","6","7","8"],"answer":2},"target":"2","arguments":[["Q",""],["Q",""]],"filtered_resps":["C"],"acc":1.0,"filter":"none","metrics":["acc"]}
{"doc_id":1,"doc":{"question":"What is 6 minus 1?","choices":["5","6","7","8"],"answer":0},"target":"0","arguments":[["Q",""],["Q",""]],"filtered_resps":["B"],"acc":0.0,"filter":"none","metrics":["acc"]}
`;
/** Repeats of a model that changed before the third, with a column that is not read. */
const DRIFT = [
  'model,item,repeat,score,seed',
  ...Array.from({ length: 30 }, (_, i) =>
    [1, 2, 3].map((repeat) => `alba,q${i},${repeat},${Number(i % 5 > (repeat < 3 ? 0 : 2))},7`),
  ).flat(),
].join('\n');
/** A log of Inspect of which half of the answers were cut. */
const CUT = JSON.stringify({
  ...{ version: 2, status: 'success', eval: { task: 'sums', model: 'brisa' } },
  samples: ['B', ''].map((answer, id) => ({
    ...{ id, epoch: 1, input: `What is ${id} plus 1?`, choices: ['1', '2', '3'], target: 'A' },
    scores: { choice: { value: 'I', answer, explanation: '' } },
    output: { choices: [{ stop_reason: answer === '' ? 'max_tokens' : 'stop' }] },
  })),
});

export const BANKS: Chapter = {
  name: 'banks',
  cases: [
    {
      name: 'import',
      args: 'bank import questions.csv --name mine --title "Small sums" --source "made up" --licence CC0',
    },
    { name: 'import-json', args: 'bank import questions.csv --name mine --json' },
    {
      name: 'import-faulty',
      files: { 'faulty.csv': FAULTY },
      args: 'bank import faulty.csv --name faulty --rejects rejects.jsonl',
    },
    { name: 'import-faulty-strict', args: 'bank import faulty.csv --name faulty --all-or-nothing' },
    {
      name: 'import-gsm8k',
      files: { 'gsm8k.jsonl': GSM8K },
      args: 'bank import gsm8k.jsonl --format gsm8k --name sums --json',
    },
    {
      name: 'import-mmlu',
      files: { 'algebra_test.csv': MMLU },
      args: 'bank import algebra_test.csv --format mmlu --name mmlu',
    },
    {
      name: 'import-lm-eval',
      files: { 'samples_sums_1.jsonl': LM_EVAL },
      args: 'bank import samples_sums_1.jsonl --name harness --model alba',
    },
    { name: 'import-cases', args: 'bank import cases.jsonl --name cases --format jsonl' },
    {
      name: 'import-pretest',
      files: { 'pretest.csv': PRETEST },
      args: 'bank import pretest.csv --name mine --status pretest',
    },
    { name: 'record', args: 'bank record answers.csv --to mine --families families.csv' },
    { name: 'record-json', args: 'bank record new-answers.csv --to mine --only-new --json' },
    {
      name: 'record-fewer',
      files: { 'few.csv': 'examinee,q01,q02\nyew-1,1,0\n' },
      args: 'bank record few.csv --to mine',
    },
    { name: 'list', args: 'bank list' },
    { name: 'list-json', args: 'bank list --json' },
    { name: 'show', args: 'bank show mine' },
    { name: 'show-json', args: 'bank show mine --json' },
    { name: 'show-item', args: 'bank show mine --item q04' },
    { name: 'show-text', args: 'bank show mine --text --limit 3' },
    { name: 'show-models', args: 'bank show mine --list-models' },
    { name: 'show-builtin', args: 'bank show cruxeval-o --json' },
    { name: 'taxonomy-list', args: 'bank taxonomy' },
    { name: 'taxonomy', args: 'bank taxonomy climedbench' },
    { name: 'taxonomy-json', args: 'bank taxonomy climedbench --json' },
    { name: 'review', args: 'bank review mine' },
    {
      name: 'review-dry-run',
      files: { 'review.csv': REVIEW },
      args: 'bank review mine --file review.csv --dry-run',
    },
    { name: 'review-file', args: 'bank review mine --file review.csv' },
    { name: 'review-json', args: 'bank review mine --json' },
    { name: 'review-undo', args: 'bank review mine --undo 1' },
    { name: 'pretest', args: 'bank pretest mine' },
    { name: 'pretest-json', args: 'bank pretest mine --json' },
    {
      name: 'humans',
      args: 'bank humans mine --model oak-2 --divide-by topic --csv humans.csv --report humans.html',
    },
    { name: 'humans-json', args: 'bank humans mine --json' },
    {
      name: 'humans-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: 'bank humans mine --model oak-2 --report humans-zh.html',
    },
    {
      name: 'audit',
      args: 'bank audit mine --responses outputs.jsonl --out audit.csv --report audit.html',
    },
    { name: 'audit-json', args: 'bank audit mine --json' },
    { name: 'audit-file', args: 'bank audit faulty.csv' },
    {
      name: 'convert',
      args: 'bank convert answers.csv --out converted.csv',
      drops: ['converted.csv'],
    },
    {
      name: 'convert-swe-bench',
      files: {
        'agent.run1.json':
          '{"total_instances":3,"submitted_ids":["a__a-1","b__b-2"],"resolved_ids":["a__a-1"],"unresolved_ids":["b__b-2"],"error_ids":[],"empty_patch_ids":[],"completed_ids":["a__a-1","b__b-2"]}',
      },
      args: 'bank convert agent.run1.json --format swe-bench --out agents.csv --json',
    },
    { name: 'export', args: 'bank export mine --out items.jsonl' },
    { name: 'export-answers', args: 'bank export harness --recorded-answers' },
    { name: 'attach', args: 'bank attach faulty.csv --to cruxeval-o --only-matching' },
    { name: 'remove', args: 'bank remove harness' },
    { name: 'remove-json', args: 'bank remove harness --yes --json' },
    { name: 'store-copy', args: 'store copy --to copy.db --json' },
    { name: 'cache-show', env: { THETARANK_CACHE: 'cache' }, args: 'cache show' },
    { name: 'cache-show-json', env: { THETARANK_CACHE: 'cache' }, args: 'cache show --json' },
    { name: 'cache-clear', env: { THETARANK_CACHE: 'cache' }, args: 'cache clear' },
    { name: 'keys-add', args: 'keys add --role viewer --name Ada --bank mine' },
    { name: 'keys-add-json', args: 'keys add --role administrator --name Ben --days 7 --json' },
    { name: 'keys-list', args: 'keys list' },
    { name: 'keys-list-json', args: 'keys list --json' },
    { name: 'keys-revoke-unknown', args: 'keys revoke 00000000' },
    { name: 'worker-sqlite', args: 'worker list' },
    { name: 'session-client', args: 'session client --out python --json', drops: ['python'] },
    {
      name: 'import-cut',
      files: { 'cut.json': CUT },
      args: 'bank import cut.json --format inspect --name cut',
    },
    {
      name: 'import-cut-anyway',
      args: 'bank import cut.json --format inspect --name cut --absent',
    },
    { name: 'show-cut', args: 'bank show cut' },
    { name: 'show-cut-json', args: 'bank show cut --json' },
  ],
};

export const SCORING: Chapter = {
  name: 'scoring',
  cases: [
    ...BANK,
    {
      name: 'score',
      args: 'score --parameters parameters.csv --responses answers.csv --estimator eap --out abilities.csv',
    },
    {
      name: 'score-json',
      args: 'score --parameters parameters.csv --responses some-missing.csv --estimator ml --json',
    },
    {
      name: 'score-wl',
      args: 'score --parameters parameters.csv --responses answers.csv --estimator wle',
    },
    {
      name: 'score-map',
      args: 'score --parameters parameters.csv --responses answers.csv --estimator map --prior normal:0.5:1',
    },
    { name: 'form', args: 'form --bank cruxeval-o --items 10' },
    { name: 'form-json', args: 'form --bank cruxeval-o --items 10 --json' },
    {
      name: 'form-ids',
      args: 'form --bank swebench-verified --items 10 --format ids --quota repository=django/django:0.3-0.5',
    },
    {
      name: 'form-batch',
      args: 'form --bank mine --items 4 --format batch --with-text --model alba',
    },
    {
      name: 'form-promptfoo',
      args: 'form --bank mine --items 4 --format promptfoo --with-text --model alba@http://localhost:8000/v1',
    },
    { name: 'prompt', args: 'prompt --bank mine --item q01' },
    {
      name: 'prompt-zh',
      args: 'prompt --bank mine --item q04 --shots 2 --shots-from level=easy --variant answer-only',
    },
    { name: 'prompt-json', args: 'prompt --bank mine --item q01 --variant explain --json' },
    { name: 'prompt-cloze', args: 'prompt --bank mine --item q01 --variant cloze' },
    { name: 'extract', args: 'extract outputs.jsonl --options 4' },
    { name: 'extract-json', args: 'extract outputs.jsonl --options 4 --mode cmb --json' },
    { name: 'grade', args: 'grade outputs.jsonl --keys keys.csv --options 4 --out scores.csv' },
    { name: 'grade-json', args: 'grade outputs.jsonl --bank mine --json' },
    { name: 'grade-explanations', args: 'grade outputs.jsonl --bank mine --explanations' },
    { name: 'judges', args: 'judges judgements.csv --people anna --report judges.html' },
    { name: 'judges-json', args: 'judges judgements.csv --people anna --json' },
    {
      name: 'judges-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: 'judges judgements.csv --report judges-zh.html',
    },
    { name: 'noise', args: 'noise repeats.csv --bank-size 200 --report noise.html' },
    { name: 'noise-json', args: 'noise repeats.csv --bank-size 200 --k 1,2 --json' },
    {
      name: 'noise-design',
      args: 'noise repeats.csv --error 2 --repeat-price 0.4 --out noise.json',
    },
    {
      name: 'noise-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: 'noise repeats.csv --report noise-zh.html',
    },
    {
      name: 'noise-drift',
      files: { 'drift.csv': DRIFT },
      args: 'noise drift.csv',
    },
    { name: 'agreement', args: 'agreement board-a.csv board-b.csv --report agreement.html' },
    { name: 'agreement-json', args: 'agreement board-a.csv board-b.csv --json' },
    {
      name: 'agreement-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: 'agreement board-a.csv board-b.csv --names-out names.csv --report agreement-zh.html',
    },
  ],
};
