import { BANK, type Chapter, SERVED } from '../case.ts';

const ON = '--bank mine --seed 1';
const MODELS = '--model strong@http://localhost:8000/v1 --model weak@http://localhost:8000/v1';

export const RANKING: Chapter = {
  name: 'ranking',
  cases: [
    ...BANK,
    {
      name: 'rank',
      args: `rank ${ON} --items 12 --by-tag --target expected --report ranking.html --out results`,
      drops: ['results/tags.csv', 'results/result.json'],
    },
    { name: 'rank-json', args: `rank ${ON} --items 12 --models oak-2,ash-1 --json` },
    {
      name: 'rank-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: `rank ${ON} --items 12 --report ranking-zh.html`,
    },
    { name: 'rank-paper', args: `rank ${ON} --items 12 --strategy paper` },
    {
      name: 'rank-balanced',
      args: `rank ${ON} --items 12 --strategy balanced --models oak-2 --json`,
    },
    {
      name: 'rank-graded',
      args: 'rank --responses graded.csv --items 10 --strategy graded --seed 1',
    },
    { name: 'rank-grow', args: `rank ${ON} --items 8 --grow-to 16 --models fir-1,elm-2` },
    {
      name: 'rank-costs',
      args: `rank ${ON} --costs costs.csv --max-cost 5usd --models oak-2,ash-1`,
    },
    {
      name: 'rank-responses',
      args: 'rank --responses some-missing.csv --families families.csv --tags tags.csv --items 12 --models oak-2',
    },
    {
      name: 'order',
      args: `order ${ON} --total-items 100 --out order`,
      drops: ['order/result.json'],
    },
    { name: 'order-json', args: `order ${ON} --total-items 60 --models oak-2,ash-1,elm-2 --json` },
  ],
};

export const COMPARING: Chapter = {
  name: 'comparing',
  cases: [
    ...BANK,
    {
      name: 'compare',
      args: `compare oak-1 oak-2 ${ON} --items 20 --junit compare.xml --markdown compare.md --report compare.html`,
    },
    { name: 'compare-json', args: `compare oak-1 oak-2 ${ON} --items 20 --json` },
    { name: 'compare-plan', args: `compare oak-1 oak-2 ${ON} --plan` },
    { name: 'compare-plan-json', args: `compare oak-1 oak-2 ${ON} --plan --json` },
    {
      name: 'compare-loss',
      args: `compare fir-2 ash-1 ${ON} --items 30 --fail-if "drop>1.0@0.95" --junit loss.xml`,
    },
    {
      name: 'compare-equivalent',
      args: `compare oak-1 oak-2 ${ON} --items 30 --equivalent-within 5 --stop-early`,
    },
    {
      name: 'compare-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: `compare oak-1 oak-2 ${ON} --items 20 --report compare-zh.html --markdown compare-zh.md`,
    },
    {
      name: 'series',
      args: `series run ${ON} --answers checkpoints.csv --report series.html --csv series.csv`,
    },
    { name: 'series-json', args: `series run ${ON} --answers checkpoints.csv --json` },
    {
      name: 'series-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: `series run ${ON} --answers checkpoints.csv --report series-zh.html`,
    },
    { name: 'series-list', args: 'series --bank mine' },
    { name: 'place-own-bank', args: 'place answers.csv --bank mine' },
  ],
};

export const LIVE: Chapter = {
  name: 'live',
  cases: [
    ...SERVED,
    {
      name: 'stand-in',
      isServer: true,
      args: 'stand-in --simulate strong:1.5,weak:-1,careful-thinking:0.5 --judges mild:0.1:0.1,strict:-0.1:0.1 --changed-questions 0.3 --items-file all-items.jsonl --port 8000',
    },
    {
      name: 'stand-in-json',
      isServer: true,
      args: 'stand-in --simulate faulty:0 --items-file all-items.jsonl --faults 503:0.2,context:0.1 --seed 2 --port 8001 --json',
    },
    { name: 'rank-dry-run', args: `rank ${ON} --items 12 ${MODELS} -M price=0.15:0.6 --dry-run` },
    {
      name: 'rank',
      args: `rank ${ON} --items 12 ${MODELS} -M price=0.15:0.6 --report live.html --out live`,
      drops: ['live/result.json'],
    },
    { name: 'rank-json', args: `rank ${ON} --items 12 ${MODELS} --reuse --json` },
    {
      name: 'rank-random',
      args: 'rank --bank mine --items 12 --strategy random --model strong@http://localhost:8000/v1 --seed 2',
    },
    {
      name: 'rank-thinking',
      args: `rank ${ON} --items 12 --model careful-thinking@http://localhost:8000/v1 -T variant=answer-only`,
    },
    {
      name: 'rank-letter',
      args: `rank ${ON} --items 8 --strategy random --model weak@http://localhost:8000/v1 -T variant=letter`,
    },
    {
      name: 'rank-budget',
      args: `rank ${ON} --items 12 --model strong@http://localhost:8000/v1 -M price=1:1 -M max-tokens=100 --budget 0.0005usd`,
    },
    {
      name: 'rank-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: `rank ${ON} --items 12 ${MODELS} --reuse --report live-zh.html`,
    },
    {
      name: 'compare',
      args: `compare oak-2 strong@http://localhost:8000/v1 ${ON} --items 15 --report compare.html --json`,
    },
    {
      name: 'series',
      args: `series train ${ON} --model weak@http://localhost:8000/v1 --step 100 --items 15`,
    },
    {
      name: 'series-next',
      args: `series train ${ON} --model strong@http://localhost:8000/v1 --step 200 --json`,
    },
    { name: 'stress-list', args: 'stress --bank mine --list' },
    {
      name: 'stress-show',
      args: 'stress --bank mine --show q04 --variants typos,traditional,shuffle --share 0.2',
    },
    {
      name: 'stress',
      args: `stress ${ON} ${MODELS} --variants typos,shuffle,repeat --items 15 --report stress.html`,
    },
    {
      name: 'stress-json',
      args: `stress ${ON} --model strong@http://localhost:8000/v1 --variants typos,wrong-hint --items 10 --json`,
    },
    {
      name: 'stress-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: `stress ${ON} ${MODELS} --variants typos,shuffle,repeat --items 15 --reuse --report stress-zh.html`,
    },
    { name: 'evaluate-dry-run', args: `evaluate ${ON} ${MODELS} --items 15 --dry-run` },
    {
      name: 'evaluate',
      args: `evaluate ${ON} ${MODELS} --items 15 --by-tag --temperatures 0,1 --out evaluated --report evaluated.html`,
      drops: ['evaluated/answers'],
    },
    {
      name: 'evaluate-json',
      args: `evaluate ${ON} ${MODELS} --items 10 --repeats 2 --json`,
    },
    {
      name: 'evaluate-judged',
      args: 'evaluate --bank cases --model strong@http://localhost:8000/v1 --model weak@http://localhost:8000/v1 --judge mild@http://localhost:8000/v1 --judge strict@http://localhost:8000/v1 --items 6',
    },
    {
      name: 'evaluate-pairwise',
      args: 'evaluate --bank cases --model strong@http://localhost:8000/v1 --model weak@http://localhost:8000/v1 --judge mild@http://localhost:8000/v1 --judge strict@http://localhost:8000/v1 --items 6 --pairwise --json',
    },
    {
      name: 'evaluate-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: `evaluate ${ON} ${MODELS} --items 15 --by-tag --reuse --report evaluated-zh.html`,
    },
    {
      name: 'watch',
      args: 'watch http://localhost:8000/v1 --bank mine --match "strong" --items 10 --once',
    },
    {
      name: 'watch-json',
      args: 'watch http://localhost:8000/v1 --bank mine --match "weak" --items 10 --once --json',
    },
    { name: 'runs-list', args: 'runs list' },
    { name: 'runs-list-json', args: 'runs list --json' },
    { name: 'runs-show', args: 'runs show 1' },
    { name: 'runs-show-json', args: 'runs show 4 --json' },
    { name: 'runs-answers', args: 'runs answers 4 --outputs' },
    { name: 'runs-explanations', args: 'runs explanations 1' },
    { name: 'judges-of-run', args: 'judges --run 12' },
    { name: 'noise-of-run', args: 'noise --run 11' },
    { name: 'record-run', args: 'bank record --run 3 --to mine --partial' },
    { name: 'export-run', args: 'bank export mine --run 3 --recorded-answers --partial' },
    {
      name: 'form-batch',
      args: 'form --bank mine --items 3 --format batch --with-text --model strong',
    },
    { name: 'unknown-model', args: `rank ${ON} --items 5 --model nobody@http://localhost:8000/v1` },
    {
      name: 'unreachable',
      args: `rank ${ON} --items 5 --model nobody@http://localhost:9/v1 -M retries=0`,
    },
  ],
};

const PLAN = `defaults:
  baseUrl: http://localhost:8000/v1
  sampling: { temperature: 0.7, maxTokens: 512 }
models: [{ name: strong }, { name: middle }, { name: weak }]
prompt: { variant: cot }
seed: 1
`;

export const SYNTHESES: Chapter = {
  name: 'syntheses',
  cases: [
    ...SERVED,
    {
      name: 'stand-in',
      isServer: true,
      args: 'stand-in --simulate strong:1.5,middle:0.3,weak:-1 --persuasion 1:2 --shared-errors 0.2:0.3 --items-file all-items.jsonl --port 8000 --json',
    },
    {
      name: 'dry-run',
      files: { 'plan.yaml': PLAN },
      args: 'calibrate synthesize --bank mine --config plan.yaml --items 20 --dry-run',
    },
    {
      name: 'dry-run-json',
      args: 'calibrate synthesize --bank mine --config plan.yaml --items 20 --dry-run --json',
    },
    {
      name: 'synthesize',
      args: 'calibrate synthesize --bank mine --config plan.yaml --items 20 --out synthesized',
      drops: ['synthesized/answers.jsonl'],
    },
    { name: 'synthesized', args: 'calibrate synthesized --run 1' },
    { name: 'synthesized-json', args: 'calibrate synthesized --run 1 --by solos --json' },
    {
      name: 'batch',
      args: 'calibrate synthesize --bank mine --config plan.yaml --items 10 --batch batches',
      drops: ['batches/'],
    },
    {
      name: 'rank',
      args: 'rank --bank mine --calibration 1 --model strong@http://localhost:8000/v1 --items 8 --seed 1',
    },
  ],
};

const TOPICS = JSON.stringify({
  ...{
    format: 1,
    name: 'topics',
    version: 1,
    title: 'Kinds of sums',
    source: 'made up',
    licence: 'CC0',
  },
  levels: [
    {
      ...{ id: 'topic', name: { en: 'Topic', zh: '主题' }, complete: true, mayFitNone: true },
      values: [
        ['addition', '加法'],
        ['subtraction', '减法'],
        ['multiplication', '乘法'],
      ].map(([id, zh]) => ({ id, name: { en: id, zh }, aliases: [zh] })),
    },
  ],
});

export const PANELS: Chapter = {
  name: 'panels',
  cases: [
    ...SERVED,
    {
      name: 'stand-in',
      isServer: true,
      args: 'stand-in --annotators good:0.1,poor:0.3:0.05:0.05 --writers writer:0.3 --auditors auditor:0.9:0.05 --simulate strong:1.5,weak:-1 --judges mild:0.1:0.1 --items-file all-items.jsonl --port 8000 --json',
    },
    {
      name: 'annotate-dry-run',
      files: { 'topics.json': TOPICS },
      args: 'annotate --bank mine --level topic --taxonomy topics.json --model good@http://localhost:8000/v1 --model poor@http://localhost:8000/v1 --items 20 --dry-run',
    },
    {
      name: 'annotate',
      args: 'annotate --bank mine --level topic --taxonomy topics.json --model good@http://localhost:8000/v1 --model poor@http://localhost:8000/v1 --items 20',
    },
    {
      name: 'annotate-json',
      args: 'annotate --bank mine --level topic --taxonomy topics.json --model good@http://localhost:8000/v1 --repeats 2 --items 10 --json',
    },
    { name: 'annotate-list', args: 'annotate list' },
    { name: 'annotate-list-json', args: 'annotate list --json' },
    { name: 'annotate-show', args: 'annotate show annotation-1' },
    { name: 'annotate-show-json', args: 'annotate show annotation-1 --json' },
    { name: 'annotate-export', args: 'annotate export annotation-1 --out labels.csv' },
    { name: 'annotate-export-json', args: 'annotate export annotation-1 --out labels.csv --json' },
    {
      name: 'write-dry-run',
      args: 'write --source notes.txt --writer writer@http://localhost:8000/v1 --auditor auditor@http://localhost:8000/v1 --questions 6 --experts anna,ben --dry-run',
    },
    {
      name: 'write',
      args: 'write --source notes.txt --writer writer@http://localhost:8000/v1 --auditor auditor@http://localhost:8000/v1 --questions 6 --experts anna,ben --title Lind',
    },
    { name: 'write-list', args: 'write list' },
    { name: 'write-list-json', args: 'write list --json' },
    { name: 'write-show', args: 'write show {panel}' },
    { name: 'write-show-json', args: 'write show {panel} --json' },
    {
      name: 'write-accept',
      args: 'write accept {panel} --to written --override 1,2 --note "two good ones"',
    },
    { name: 'write-export', args: 'write export {panel} --out written.jsonl' },
    {
      name: 'evaluate',
      args: 'evaluate --bank cases --model strong@http://localhost:8000/v1 --model weak@http://localhost:8000/v1 --judge mild@http://localhost:8000/v1 --json',
    },
    { name: 'ratings-create', args: 'ratings create --run 4 --raters anna,ben --rubric cmb-clin' },
    { name: 'ratings-list', args: 'ratings list' },
    { name: 'ratings-list-json', args: 'ratings list --json' },
    { name: 'ratings-show', args: 'ratings show {panel}' },
    { name: 'ratings-add-rater', args: 'ratings add-rater {panel} --name chen --answers 4' },
    { name: 'ratings-show-json', args: 'ratings show {panel} --json --report ratings.html' },
    { name: 'ratings-export', args: 'ratings export {panel}' },
    { name: 'ratings-close', args: 'ratings close {panel}' },
    { name: 'ratings-reopen', args: 'ratings reopen {panel} --json' },
    {
      name: 'ratings-create-file',
      files: {
        'texts.csv': 'model,item,output\nalba,case-1,It is odd.\ncyan,case-1,It has a remainder.\n',
      },
      args: 'ratings create texts.csv --bank cases --raters anna,ben --rubric cmb-clin --json',
    },
  ],
};
