import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCategoryParameters } from '../../src/files/items/read-category-parameters.ts';
import { STANDARD_NORMAL } from '../../src/irt/estimate/estimate.ts';
import { scoreCategories } from '../../src/operations/scoring/score-categories.ts';
import { randomNormal, randomStream } from '../../src/random.ts';
import { runCommandSync, succeedSync } from '../command/run-command.ts';
import { temporaryFolder } from '../files/temporary.ts';

const folder = temporaryFolder();
const cwd = { cwd: folder };
const at = (name: string) => join(folder, name);
const ITEMS = 8;
const MODELS = 30;

/** Scores of 0, ½ and 1 by graded items of slope 1.5, and options A to C of which the stronger choose A. */
function writeAnswers(): void {
  const random = randomStream('graded-cli');
  const names = Array.from({ length: ITEMS }, (_, j) => `q${j + 1}`);
  const choices = ['examinee,item,choice'];
  const rows = Array.from({ length: MODELS }, (_, i) => {
    const theta = randomNormal(random);
    const model = `m${i + 1}`;
    const cells = names.map((item, j) => {
      const z = 1.5 * (theta - (j - ITEMS / 2) / 4);
      const u = random();
      const score =
        u < 1 / (1 + Math.exp(-z + 0.8)) ? 1 : u < 1 / (1 + Math.exp(-z - 0.8)) ? 0.5 : 0;
      choices.push(`${model},${item},${score === 1 ? 'A' : score === 0.5 ? 'B' : 'C'}`);
      return score;
    });
    return [model, `f${i % 12}`, ...cells].join(',');
  });
  writeFileSync(
    at('graded.csv'),
    [['examinee', 'family', ...names].join(), ...rows, ''].join('\n'),
  );
  const plain = rows.map((row) => row.replaceAll(',0.5', ',0'));
  writeFileSync(
    at('binary.csv'),
    [['examinee', 'family', ...names].join(), ...plain, ''].join('\n'),
  );
  writeFileSync(at('choices.csv'), [...choices, ''].join('\n'));
  writeFileSync(at('keys.csv'), ['item,key', ...names.map((item) => `${item},A`), ''].join('\n'));
}
writeAnswers();

const refused = (args: readonly string[]) => {
  const { status, error } = runCommandSync(args, cwd);
  expect(status).toBe(2);
  return error;
};
const conflict = (options: string) => ({ code: 'OPTIONS_CONFLICT', details: { options } });

describe('calibrate fit and score', () => {
  test('auto: the candidates, the chosen model, and parameters that score reads', () => {
    const json = JSON.parse(
      succeedSync(
        [
          'calibrate',
          'fit',
          '--responses',
          'graded.csv',
          '--irt-model',
          'auto',
          '--out',
          'p.csv',
          '--json',
        ],
        cwd,
      ),
    );
    expect(json).toMatchObject({
      examinees: MODELS,
      items: ITEMS,
      levels: [0, 0.5, 1],
      rounded: false,
    });
    const best = json.heldOut.models.find(({ below }: { below: number }) => below === 0);
    expect(best.model).toBe(json.model);
    expect(json.heldOut.models).toHaveLength(3);
    expect(json.heldOut.families).toEqual({ source: 'given', count: 12 });
    const { parameters } = readCategoryParameters(at('p.csv'));
    expect(parameters).toHaveLength(ITEMS);
    expect(parameters.every(({ model }) => model === json.model)).toBe(true);

    const scored = JSON.parse(
      succeedSync(['score', '--parameters', 'p.csv', '--responses', 'graded.csv', '--json'], cwd),
    );
    const [, first] = readFileSync(at('graded.csv'), 'utf8').split('\n');
    const own = first.split(',').slice(2).map(Number);
    const mean = own.reduce((sum, u) => sum + u, 0) / ITEMS;
    // Every item was answered, so nothing is predicted.
    expect(scored.examinees[0]).toMatchObject({ examinee: 'm1', answers: ITEMS, scoreSe: 0 });
    expect(scored.examinees[0].score).toBeCloseTo(100 * mean, 9);
    expect(scored.examinees[0].se).toBeGreaterThan(0);
  });

  test('nominal: chosen options with their key', () => {
    succeedSync(
      [
        'calibrate',
        'fit',
        '--choices',
        'choices.csv',
        '--keys',
        'keys.csv',
        '--irt-model',
        'nominal',
        '--out',
        'n.csv',
      ],
      cwd,
    );
    const { parameters, categories } = readCategoryParameters(at('n.csv'));
    expect(categories[0]).toEqual(['A', 'B', 'C']);
    expect(parameters[0].scores).toEqual([1, 0, 0]);
    const csv = succeedSync(['score', '--parameters', 'n.csv', '--responses', 'choices.csv'], cwd);
    const rows = csv.trim().split('\n');
    expect(rows[0].split(',').slice(-2)).toEqual(['score', 'scoreSe']);
    expect(rows).toHaveLength(MODELS + 1);
  });

  test('items whose answers are alike have no parameters, and count in scores', () => {
    // Everyone has 0.5 on `same`, and nobody answered `open`.
    const [head, ...rows] = readFileSync(at('graded.csv'), 'utf8').trim().split('\n');
    const lines = rows.map((row) => `${row},0.5,`);
    writeFileSync(at('same.csv'), [`${head},same,open`, ...lines, ''].join('\n'));
    const fit = ['calibrate', 'fit', '--responses', 'same.csv', '--irt-model', 'graded'];
    const json = JSON.parse(succeedSync([...fit, '--out', 's.csv', '--json'], cwd));
    expect(json).toMatchObject({
      items: ITEMS,
      constants: [{ item: 'same', category: '0.5', score: 0.5 }],
      leftOut: ['open'],
    });
    // One examinee without an answer to `same`, one with another than all others, and one without any other.
    const cells = rows[0].split(',').slice(2);
    const none = cells.map(() => '');
    const asked = [head.replace(',family', ''), 'same'].join();
    const answers = [
      ['a', ...cells, ''],
      ['b', ...cells, '1'],
      ['c', ...none, '1'],
    ];
    writeFileSync(at('new.csv'), [asked, ...answers.map((row) => row.join()), ''].join('\n'));
    const score = ['score', '--parameters', 's.csv', '--responses', 'new.csv', '--json'];
    const { stdout, stderr } = runCommandSync(score, cwd);
    expect(stderr).toMatch(/s\.csv: 1 item /);
    const [a, b, c] = JSON.parse(stdout).examinees;
    const sum = cells.reduce((total, u) => total + Number(u), 0);
    expect(a).toMatchObject({ answers: ITEMS, scoreSe: 0 });
    expect(a.score).toBeCloseTo((100 * (sum + 0.5)) / (ITEMS + 1), 9);
    expect(b).toMatchObject({ answers: ITEMS + 1, ability: a.ability });
    expect(b.score).toBeCloseTo((100 * (sum + 1)) / (ITEMS + 1), 9);
    expect(c.answers).toBe(1);
    expect(c.ability).toBeCloseTo(0, 9);
    const wle = JSON.parse(succeedSync([...score, '--estimator', 'wle'], cwd)).examinees[2];
    expect(wle).toMatchObject({ answers: 1, ability: null, score: null });
  });

  test('if no item has different answers, it says so', () => {
    writeFileSync(at('alike.csv'), 'examinee,q1,q2\na,0.5,1\nb,0.5,1\n');
    const alike = { code: 'NO_ITEM_VARIES', details: { items: 2 } };
    const fit = ['calibrate', 'fit', '--irt-model', 'graded', '--out', 'x.csv'];
    expect(refused([...fit, '--responses', 'alike.csv'])).toMatchObject(alike);
    writeFileSync(at('half.csv'), 'examinee,q1,q2\na,0.5,0.5\nb,0.5,0.5\nc,0.5,0.5\n');
    expect(
      refused(['rank', '--responses', 'half.csv', '--strategy', 'graded', '--items', '1']),
    ).toMatchObject(alike);
  });

  test('families of a file are left out together', () => {
    const names = Array.from({ length: MODELS }, (_, i) => `m${i + 1},g${i % 4}`);
    writeFileSync(at('families.csv'), ['examinee,family', ...names, ''].join('\n'));
    const fit = ['calibrate', 'fit', '--responses', 'graded.csv', '--out', 'x.csv'];
    const json = (...more: string[]) =>
      JSON.parse(succeedSync([...fit, '--irt-model', 'auto', '--json', ...more], cwd)).heldOut;
    expect(json('--families', 'families.csv')).toMatchObject({
      folds: 4,
      families: { source: 'given', count: 4 },
    });
    expect(refused([...fit, '--irt-model', 'gpcm', '--families', 'families.csv'])).toMatchObject(
      conflict('--irt-model, --families'),
    );
  });

  test.each([
    [['--responses', 'graded.csv', '--irt-model', 'graded', '--keep'], '--irt-model, --keep'],
    [
      ['--responses', 'graded.csv', '--irt-model', 'graded', '--rung', '1pl'],
      '--irt-model, --rung',
    ],
    [['--responses', 'graded.csv', '--irt-model', 'nominal'], '--irt-model'],
    [
      ['--responses', 'graded.csv', '--irt-model', '2pl', '--score-levels', '5'],
      '--irt-model, --score-levels',
    ],
    [['--responses', 'binary.csv', '--irt-model', 'auto'], '--irt-model'],
  ])('refuses %s', (args, options) => {
    expect(refused(['calibrate', 'fit', ...args, '--out', 'x.csv'])).toMatchObject(
      conflict(options),
    );
  });

  test('progress ends with all examinees', () => {
    const shares: number[] = [];
    scoreCategories(
      { parameters: at('p.csv'), responses: at('graded.csv') },
      { estimator: 'eap', prior: STANDARD_NORMAL, bounds: [-6, 6] },
      { note: () => {}, progress: (share) => void shares.push(share) },
    );
    expect(shares).toEqual(Array.from({ length: MODELS }, (_, i) => (i + 1) / MODELS));
  });

  test('score has three estimators for them', () => {
    const args = ['score', '--parameters', 'p.csv', '--responses', 'graded.csv', '--estimator'];
    expect(refused([...args, 'map'])).toMatchObject(conflict('--estimator map'));
    expect(succeedSync([...args, 'wle'], cwd)).toContain('m1,');
  });
});

describe('rank --strategy graded', () => {
  const env = { ...cwd, env: { THETARANK_CACHE: at('cache') } };
  const args = ['rank', '--responses', 'graded.csv', '--strategy', 'graded', '--items', '4'];

  test('gives the same from its cache', () => {
    const json = () => JSON.parse(succeedSync([...args, '--json'], env));
    const first = json();
    expect(first.graded.choices).toHaveLength(5);
    expect(first.models).toHaveLength(MODELS);
    expect(first.models.every(({ verified }: { verified: boolean }) => verified)).toBe(true);
    expect(first.agreement.mae).toBeLessThan(first.random.plain.mae);
    expect(json()).toEqual(first);
  });

  test('refuses scores of 0 and 1, and the scores that only robust tests predict', () => {
    const binary = args.map((word) => (word === 'graded.csv' ? 'binary.csv' : word));
    expect(refused(binary)).toMatchObject(conflict('--strategy graded'));
    expect(refused([...args, '--target', 'expected'])).toMatchObject(
      conflict('--strategy graded, --target expected'),
    );
    expect(refused([...args, '--grow-to', '10'])).toMatchObject(
      conflict('--grow-to, --strategy graded'),
    );
  });
});

describe('scores between 0 and 1 elsewhere', () => {
  const details = { where: 'graded.csv', examinee: 'm1', item: 'q2', score: 0.5 };
  const notBinary = { code: 'SCORES_NOT_BINARY', details };
  test('models of right and wrong answers take them as shares, and say so', () => {
    const { status, stderr, stdout } = runCommandSync(
      [
        'calibrate',
        'fit',
        '--responses',
        'graded.csv',
        '--irt-model',
        '2pl',
        '--priors',
        'given',
        '--prior-a',
        'none',
        '--out',
        'a.csv',
        '--json',
      ],
      cwd,
    );
    expect(status).toBe(0);
    expect(stderr).toContain('count as shares');
    // These are no likelihoods.
    expect(JSON.parse(stdout)).toMatchObject({ aic: null, bic: null });
    expect(
      succeedSync(['score', '--parameters', 'a.csv', '--responses', 'graded.csv'], cwd),
    ).toContain('m1,');
  });

  test('order, compare and series take them as shares: of all items the scores are the recorded means', () => {
    const rows = readFileSync(at('graded.csv'), 'utf8').trim().split('\n').slice(1);
    const means = new Map(
      rows.map((row) => {
        const [name, , ...cells] = row.split(',');
        return [name, (100 * cells.reduce((sum, u) => sum + Number(u), 0)) / ITEMS];
      }),
    );
    const source = ['--responses', 'graded.csv', '--json'];
    const [change] = JSON.parse(succeedSync(['compare', 'm1', 'm2', ...source], cwd)).changes;
    expect(change.change).toBeCloseTo(means.get('m2')! - means.get('m1')!, 6);
    expect(change.high - change.low).toBeGreaterThan(1);
    const order = JSON.parse(
      succeedSync(['order', ...source, '--total-items', `${MODELS * ITEMS}`], cwd),
    );
    for (const { model, score, items } of order.models)
      if (items === ITEMS) expect(score).toBeCloseTo(means.get(model)!, 6);
    const head = readFileSync(at('graded.csv'), 'utf8').split('\n', 1)[0].replace(',family', '');
    const steps = rows.slice(0, 4).map((row, k) => `run-${k + 1},${row.split(',').slice(2)}`);
    writeFileSync(at('steps.csv'), [head, ...steps, ''].join('\n'));
    const series = JSON.parse(succeedSync(['series', ...source, '--answers', 'steps.csv'], cwd));
    series.checkpoints.forEach(({ score }: { score: number }, k: number) => {
      expect(score).toBeCloseTo(means.get(`m${k + 1}`)!, 6);
    });
  });

  test('simulated examinees answer right or wrong, so they are refused; recorded ones are tested', () => {
    const args = ['simulate', 'test-length', '--responses', 'graded.csv', '--goal', 'kendall>=0.5'];
    expect(refused(args)).toMatchObject({ code: 'OPTIONS_CONFLICT' });
    const dry = [...args, '--recorded', '--dry-run'];
    succeedSync(dry, cwd);
    // Of the file whose scores are 0 and 1 they are not.
    const plain = args.map((word) => (word === 'graded.csv' ? 'binary.csv' : word));
    expect(runCommandSync([...plain, '--dry-run'], cwd).status).toBe(0);
  });

  test('statistics of right and wrong answers refuse them, and name what to use', () => {
    const diagnose = [
      'calibrate',
      'diagnose',
      '--parameters',
      'a.csv',
      '--responses',
      'graded.csv',
    ];
    expect(refused(diagnose)).toMatchObject(notBinary);
    writeFileSync(
      at('groups.csv'),
      [
        'examinee,group',
        ...Array.from({ length: MODELS }, (_, i) => `m${i + 1},${i % 2}`),
        '',
      ].join('\n'),
    );
    const dif = [
      'calibrate',
      'dif',
      '--responses',
      'graded.csv',
      '--examinees',
      'groups.csv',
      '--group',
      'group',
      '--focal',
      '1',
    ];
    expect(refused(dif)).toMatchObject(notBinary);
  });
});
