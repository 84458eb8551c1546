import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../command/run-command.ts';
import { type Answering, startEndpoint } from '../examinee/endpoint-server.ts';
import { temporaryFolder } from '../files/temporary.ts';

const base = temporaryFolder();
const ITEMS = 24;
const KEYS = 'BACD';

/** A bank of made-up questions in a new store, and an endpoint; runs a command against both. */
async function world(answer: Answering) {
  const folder = mkdtempSync(join(base, 'run-'));
  const env = { THETARANK_DATABASE: join(folder, 'store.db') };
  const items = Array.from(
    { length: ITEMS },
    (_, k) => `q${k},Which tin holds marble ${k}?,red,blue,green,grey,${KEYS[k % 4]}`,
  );
  const file = join(folder, 'items.csv');
  writeFileSync(file, `id,question,A,B,C,D,answer\n${items.join('\n')}\n`);
  let n = 0;
  const endpoint = await startEndpoint((response, _, received) => {
    // Models are not listed.
    if (received.body === null) json(response, '{}', 404);
    else answer(response, n++, received);
  });
  const run = (...args: string[]) => runCommand(args, env);
  await run('bank', 'import', file, '--name', 'tins', '--source', 'made up', '--licence', 'MIT');
  const ask = (command: string, ...args: string[]) =>
    run(command, '--bank', 'tins', '--model', `m@${endpoint.baseUrl}`, '--unlisted', ...args);
  return { run, ask, endpoint };
}

const reply = (content: string, finish_reason: string) =>
  JSON.stringify({
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
    usage: { prompt_tokens: 30, completion_tokens: 9 },
  });

const json = (response: Parameters<Answering>[0], text: string, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);

test('evaluate and bank record count cut outputs apart, warn of one letter, and show what is said most', async () => {
  const { ask, run, endpoint } = await world((response, n) =>
    json(response, n % 8 === 7 ? reply('Let me see. (D) holds', 'length') : reply('B', 'stop')),
  );
  const text = (await ask('evaluate', '--concurrency', '1')).stdout;
  expect(text).toMatch(/^m +1 +\S+ +\S.* 24 +0 +3 +0 +0 +0 /m);
  expect(text).toMatch(/^Truncated: 3 .*max-tokens/m);
  expect(text).toMatch(/^m: WARNING: .* B, /m);
  expect(text).toContain('"B" 21 times, "Let me see. (D) holds" 3 times');
  const { models } = JSON.parse((await ask('evaluate', '--resume', '--json')).stdout);
  expect(models[0].states).toMatchObject({ read: 21, unread: 0, truncated: 3, refused: 0 });
  expect(models[0].patterns).toMatchObject([
    { pattern: 'same-letter', letter: 'B', count: 21 },
    { pattern: 'unreadable', truncated: 3 },
  ]);
  const kept = (await run('bank', 'record', '--run', '1')).stdout;
  expect(kept).toMatch(/^m +24 +0 +3 +0 +0$/m);
  expect(kept).toMatch(/^m: WARNING: .* B, /m);
  expect(kept).toContain('"B" 21 times');
  endpoint.close();
});

test('rank --model has the same column and says why questions were refused', async () => {
  const { ask, endpoint } = await world((response, n) => {
    if (n % 2 === 0)
      return json(
        response,
        JSON.stringify({
          error: { message: 'The prompt was filtered by policy 7', code: 'content_filter' },
        }),
        400,
      );
    return json(response, n % 8 === 7 ? reply('Perhaps it is', 'length') : reply('X', 'stop'));
  });
  const args = ['--items', '20', '--strategy', 'random', '--concurrency', '1'];
  const text = (await ask('rank', ...args)).stdout;
  // A bare X that the model ended itself was not cut.
  expect(text).toMatch(/^m +20 +not found \d+ +[2-5] +10 /m);
  expect(text).toMatch(/refused or not answered because: "HTTP 400.*" 10 times/);
  endpoint.close();
});

test('an answer that a filter held back is refused, and not unreadable', async () => {
  const { ask, endpoint } = await world((response, n) =>
    json(response, n % 3 === 0 ? reply('', 'content_filter') : reply('B', 'stop')),
  );
  const { models } = JSON.parse((await ask('evaluate', '--concurrency', '1', '--json')).stdout);
  expect(models[0].states).toMatchObject({ read: 16, unread: 0, refused: 8 });
  endpoint.close();
});

test('a stress test and the files of a comparison count cut outputs apart', async () => {
  const { ask, run, endpoint } = await world((response, _, { body }) =>
    json(
      response,
      JSON.stringify(body.messages).includes('marble 1')
        ? reply('So it may be B, or', 'length')
        : reply('B', 'stop'),
    ),
  );
  const stressed = await ask('stress', '--variants', 'repeat', '--items', '24', '--json');
  const cut = { unread: 0, truncated: 11, refused: 0 };
  expect(JSON.parse(stressed.stdout).effects[0].absent).toMatchObject({
    original: cut,
    changed: cut,
  });
  const again = await ask('stress', '--variants', 'repeat', '--items', '24', '--resume');
  expect(again.stdout).toMatch(/^m, repeat +0 +0 +11 +11 +0 +0$/m);
  expect(again.stdout).toMatch(/^Truncated: 22 /m);
  expect(JSON.parse(stressed.stdout).patterns).toMatchObject([
    { model: 'm', patterns: [{ pattern: 'unreadable', count: 11, of: 24, truncated: 11 }] },
    { model: 'm ~ repeat', patterns: [{ pattern: 'unreadable' }] },
  ]);
  expect(again.stdout).toMatch(/^m: 46% of the answers /m);
  const folder = mkdtempSync(join(base, 'compare-'));
  const files = ['xml', 'md', 'html'].map((ending) => join(folder, `report.${ending}`));
  const { status } = await run(
    ...[
      'compare',
      `m@${endpoint.baseUrl}`,
      `n@${endpoint.baseUrl}`,
      '--bank',
      'tins',
      '--unlisted',
    ],
    ...['--items', '24'],
    ...files.flatMap((file, k) => [['--junit', '--markdown', '--report'][k], file]),
  );
  expect(status).toBe(0);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('11 truncated answers');
    expect(text).toContain('22 outputs');
  }
  endpoint.close();
});

test('a series warns of checkpoints whose answers are one letter', async () => {
  const { run, endpoint } = await world((response) => json(response, reply('B', 'stop')));
  const answers = join(mkdtempSync(join(base, 'series-')), 'answers.csv');
  const ids = Array.from({ length: ITEMS }, (_, k) => `q${k}`);
  const rows = Array.from({ length: 8 }, (_, m) =>
    [`r${m}`, ...ids.map((_, k) => Number((k * 7 + m * 5) % 11 < 3 + m))].join(','),
  );
  writeFileSync(answers, `examinee,${ids.join(',')}\n${rows.join('\n')}\n`);
  await run('bank', 'record', answers, '--to', 'tins');
  const { stdout } = await run(
    ...['series', 'training', '--bank', 'tins', '--model', `m@${endpoint.baseUrl}`, '--unlisted'],
    ...['--step', '1', '--items', '24', '--json'],
  );
  expect(JSON.parse(stdout).checkpoints[0].patterns).toMatchObject([
    { pattern: 'same-letter', letter: 'B', count: 24 },
  ]);
  const shown = (await run('series', 'training', '--bank', 'tins')).stdout;
  expect(shown).toMatch(/^step 1: WARNING: .* B, /m);
  endpoint.close();
});

test('streams that the server interrupts are asked for again, and all answers count', async () => {
  const seen = new Map<string, number>();
  const { ask, endpoint } = await world((response, _, { body }) => {
    const key = JSON.stringify(body.messages);
    seen.set(key, (seen.get(key) ?? 0) + 1);
    const event = (delta: object, finish_reason: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
      );
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    event({ role: 'assistant' });
    if (seen.get(key) === 1) return response.write('data: [DONE]\n\n', () => response.destroy());
    event({ content: 'The answer is C.' });
    event({}, 'stop');
    return response.end('data: [DONE]\n\n');
  });
  const priced = ['-M', 'stream=yes', '-M', 'price=1:2', '--items', '8'];
  const { stdout } = await ask('evaluate', ...priced, '--json');
  const result = JSON.parse(stdout);
  expect(result.models[0].states).toMatchObject({ read: 8, missing: 0 });
  // Each first request was cut, and may be charged all the same.
  expect(result.lostCost).toBeGreaterThan(0);
  expect(result.lostCost).toBeLessThan(result.cost);
  endpoint.close();
});

test('a limit of tokens that is too large for the context is an error, and no answer is 0', async () => {
  const { ask, endpoint } = await world((response, _, { body }) => {
    const asked = body.max_tokens ?? body.max_completion_tokens;
    const message = `This endpoint's maximum context length is 900 tokens. However, you requested about ${asked + 60} tokens (60 of text input, ${asked} in the output).`;
    if (asked + 60 > 900) json(response, JSON.stringify({ error: { message, code: 400 } }), 400);
    else json(response, reply('The answer is (A)', 'stop'));
  });
  const failed = await ask('evaluate', '--items', '8');
  expect(failed.status).not.toBe(0);
  expect(failed.stderr).toContain('max-tokens');
  const { stdout } = await ask('evaluate', '--items', '8', '-M', 'max-tokens=800', '--json');
  expect(JSON.parse(stdout).models[0].states).toMatchObject({ read: 8, refused: 0 });
  endpoint.close();
});

test('extract uses the finish reason of a line where it has one', async () => {
  const folder = mkdtempSync(join(base, 'run-'));
  const file = join(folder, 'outputs.jsonl');
  const line = (item: string, output: string, finish_reason?: string) =>
    JSON.stringify({ model: 'm', item, output, options: 4, finish_reason });
  const lines = [
    line('way', 'Only (B) is left to be', 'length'),
    line('stated', 'The answer is B because the', 'max_tokens'),
    line('ended', 'Only (B) is left to be', 'stop'),
    line('bare', 'X', 'stop'),
    line('unknown', 'X'),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const { results } = JSON.parse((await runCommand(['extract', file, '--json'])).stdout);
  expect(
    results.map((own: { extracted: string; reason: string }) => own.extracted ?? own.reason),
  ).toEqual(['truncated', 'B', 'B', 'none', 'none']);
  expect((await runCommand(['extract', file])).stdout).toMatch(/^Truncated: 1 /m);
});

test('a question that is longer than the context of its model is missing with the reason, or wrong on request', async () => {
  const { ask, run, endpoint } = await world((response, _, { body }) => {
    const isLong =
      body.model !== 'n' && JSON.stringify(body.messages).includes('Which tin holds marble 1');
    // As llama.cpp says it.
    const error = {
      ...{ code: 400, type: 'exceed_context_size_error', n_prompt_tokens: 5000, n_ctx: 4096 },
      message: 'request (5000 tokens) exceeds the available context size (4096 tokens)',
    };
    json(response, isLong ? JSON.stringify({ error }) : reply('B', 'stop'), isLong ? 400 : 200);
  });
  // 11 of 24 are too long; of the others, four of 13 are right, and of those two of 11.
  // One after another, ten in a row are too long.
  const evaluated = await ask('evaluate', '--json', '--concurrency', '1');
  expect(evaluated.status).toBe(0);
  expect(JSON.parse(evaluated.stdout)).toMatchObject({
    ...{ complete: true, tooLong: 11, failed: 0 },
    models: [{ states: { missing: 11, refused: 0, read: 13 }, score: { items: 13 } }],
  });
  const { unanswered } = JSON.parse(evaluated.stdout);
  expect(unanswered).toMatchObject([
    { model: 'm', calls: 11, first: [{ item: 'q1' }, { item: 'q10' }, { item: 'q11' }] },
  ]);
  const file = join(mkdtempSync(join(base, 'page-')), 'page.html');
  const shown = (await ask('evaluate', '--report', file)).stdout;
  const page = readFileSync(file, 'utf8');
  for (const { item, reason } of unanswered[0].first) {
    expect(shown).toContain(`  ${item}: ${reason}\n`);
    expect(page).toContain(`${item}: ${reason}`);
  }
  expect((await ask('evaluate')).stdout).toMatch(/^11 questions .*-T toolong=wrong\.$/m);
  const wrong = JSON.parse((await ask('evaluate', '-T', 'toolong=wrong', '--json')).stdout);
  const states = { missing: 0, refused: 0, tooLong: 11, read: 13 };
  expect(wrong).toMatchObject({ tooLong: 0, models: [{ states }] });
  const folder = mkdtempSync(join(base, 'out-'));
  const columns = await ask('evaluate', '-T', 'toolong=wrong', '--resume', '--out', folder);
  expect(columns.stdout).toMatch(/refused +too long/);
  expect(readFileSync(join(folder, 'scores.csv'), 'utf8')).toContain('refused,tooLong,ungraded');

  const whole = ['--items', '24', '--strategy', 'random', '--target', 'recorded', '--json'];
  const out = join(mkdtempSync(join(base, 'out-')), 'out');
  const { models } = JSON.parse((await ask('rank', ...whole, '--out', out)).stdout);
  const [head, row] = readFileSync(join(out, 'leaderboard.csv'), 'utf8')
    .split('\n', 2)
    .map((line) => line.split(','));
  const cell = (name: string) => row[head.indexOf(name)];
  expect(['unread', 'truncated', 'refused', 'tooLong'].map(cell)).toEqual(['0', '0', '0', '11']);
  expect(models[0]).toMatchObject({ items: 13, use: { answers: 24, tooLong: 11, refused: 0 } });
  expect(models[0].ifMissing).toBeUndefined();
  expect(models[0].score).toBeCloseTo(JSON.parse(evaluated.stdout).models[0].score.score, 9);
  // Kept, so nothing is asked again.
  const before = endpoint.received.length;
  const again = JSON.parse((await ask('rank', ...whole, '--resume')).stdout);
  expect(again.models[0].score).toBe(models[0].score);
  expect(endpoint.received.slice(before).every(({ body }) => body === null)).toBe(true);
  const counted = JSON.parse((await ask('rank', ...whole, '-T', 'toolong=wrong')).stdout);
  expect(counted.models[0]).toMatchObject({ items: 24, use: { refused: 0, tooLong: 11 } });
  expect(counted.models[0].ifMissing).toMatchObject({ refused: 0, tooLong: 11, items: 13 });
  expect(counted.models[0].score).toBeCloseTo((models[0].score * 13) / 24, 9);

  const { run: number } = again;
  expect((await run('bank', 'record', '--run', String(number), '--partial')).stdout).toContain(
    '13 answers of 1 model',
  );
  // The record agrees with the result: such a question has no score, but where it counts as wrong.
  const lines = async (id: number) =>
    (await run('runs', 'answers', String(id))).stdout
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one));
  const scoresOf = (answers: { reason: string | null; score: number | null }[]) =>
    answers.flatMap(({ reason, score }) => (reason?.startsWith('too-long') ? [score] : []));
  expect(scoresOf(await lines(number))).toEqual(Array(11).fill(null));
  expect(scoresOf(await lines(counted.run))).toEqual(Array(11).fill(0));
  const recorded = await run('bank', 'record', '--run', String(counted.run), '--partial', '--json');
  expect(JSON.parse(recorded.stdout).kinds).toMatchObject([{ refused: 0, tooLong: 11 }]);
  // Every drawn question counts in a comparison, with the change without those that are too long.
  const args = ['compare', `m@${endpoint.baseUrl}`, `n@${endpoint.baseUrl}`, '--bank', 'tins'];
  const compared = await run(...args, '--unlisted', '--items', '24', '--json');
  expect(JSON.parse(compared.stdout).models).toMatchObject([
    { refused: 0, tooLong: 11 },
    { refused: 0 },
  ]);
  const text = await run(...args, '--unlisted', '--items', '24', '--resume');
  expect(text.stdout).toContain('m: 11 questions that are too long');
  expect(text.stdout).toMatch(/^n: WARNING: .* B, .*thetarank runs answers/m);
  expect(text.stdout).toContain('n: most frequent of 24 outputs: "B" 24 times.');
  const stressed = await ask('stress', '--variants', 'repeat', '--items', '24');
  expect(stressed.stdout).toMatch(/^m, repeat +[1-9]\d* +[1-9]\d* +0\.0 /m);
  const refused = await run(...args, '--unlisted', '-T', 'toolong=missing');
  expect([refused.status, refused.error]).toMatchObject([2, { code: 'OPTION_INVALID' }]);
  endpoint.close();
});
