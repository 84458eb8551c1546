import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import type { Item } from '../../../item-bank/items/item.ts';
import type { DebateSettings } from '../../../sim/debate/settings.ts';
import { fail } from '../../errors.ts';
import { readParameters } from '../../files/items/read-parameters.ts';
import { count, plural } from '../../numbers.ts';
import { present } from '../../present.ts';
import { shellWord } from '../../shell-word.ts';
import type { Answerer } from '../../stand-in/answerer.ts';
import { annotator, type SimulatedAnnotator } from '../../stand-in/answerers/annotator.ts';
import { fixedLetter } from '../../stand-in/answerers/fixed-letter.ts';
import { judge, type SimulatedJudge } from '../../stand-in/answerers/judge.ts';
import { replay } from '../../stand-in/answerers/replay.ts';
import { type ItemCurve, simulate } from '../../stand-in/answerers/simulate.ts';
import type { FaultRates } from '../../stand-in/faults.ts';
import type { Latency } from '../../stand-in/options.ts';
import { nearQuestions } from '../../stand-in/questions/near-questions.ts';
import { indexQuestions, type QuestionIndex } from '../../stand-in/questions/question-index.ts';
import { readRecorded } from '../../stand-in/read-recorded.ts';
import { standInItems } from '../../stand-in/stand-in-items.ts';
import { type SimulatedAuditor, writers } from '../../stand-in/writing/writers.ts';
import { names, wholeNumber } from '../options/options.ts';
import { printText } from '../output/typed-commands.ts';
import { refuseToListen } from '../serve/listen.ts';
import {
  abilities,
  annotators,
  auditors,
  faultRates,
  judges,
  latency,
  persuasion,
  share,
  sharedErrors,
  writerFlaws,
} from './stand-in-options.ts';

interface StandInCommand {
  readonly itemsFile?: string;
  readonly replay?: string;
  readonly simulate?: ReadonlyMap<string, number>;
  readonly parameters?: string;
  readonly persuasion?: Partial<DebateSettings>;
  readonly sharedErrors?: Partial<DebateSettings>;
  readonly changedQuestions?: number;
  readonly letterModels?: readonly string[];
  readonly judges?: ReadonlyMap<string, SimulatedJudge>;
  readonly judgeFaults?: number;
  readonly annotators?: ReadonlyMap<string, SimulatedAnnotator>;
  readonly writers?: ReadonlyMap<string, number>;
  readonly auditors?: ReadonlyMap<string, SimulatedAuditor>;
  readonly faults?: FaultRates;
  readonly latency?: Latency;
  readonly slow?: number;
  readonly retryAfter?: number;
  readonly batchDelay?: number;
  readonly seed: number;
  readonly host: string;
  readonly port: number;
  readonly keyVariable?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank stand-in --replay outputs.jsonl.gz --items-file items.csv --port 8080
  thetarank stand-in --simulate strong:1.5,weak:-1 --items-file items.jsonl --parameters parameters.csv
  thetarank stand-in --simulate strong:1.5,weak:-1 --items-file cases.jsonl --judges mild:0.1:0.1,strict:-0.1:0.1
  thetarank stand-in --annotators good:0.05,poor:0.3:0.02 --items-file items.jsonl
  thetarank stand-in --writers writer:0.4 --auditors auditor:0.9:0.05
  thetarank stand-in --letter-models any --faults 429:0.05,cut:0.01 --latency 200:50

No model runs here: answers are recorded, simulated, or a letter that depends on the text of the question. Every reply
says so. Simulated models whose names end in -thinking think in a block before the answer, -reasoning in a separate field.
They also criticise and reflect if a prompt of a debate asks for it. With --persuasion 0 no model is persuaded, with 1 half
of the equally able ones; TRUTH (default: 1) makes right answers easier to argue for, below 0 wrong ones. --shared-errors 0.5
makes half of all wrong answers the same for all models; VARIANCE (default: 0) makes some items harder for all of them.
Faults: 429, 429-retry-after, 500, 503, context, timeout, cut, garbage, slow, duplicate, empty, filter. Which requests get
one depends on seed, question and attempt, not on the order in which questions arrive.`;

/** `thetarank stand-in`: an endpoint without a model. */
export function addStandInCommand(program: Command): void {
  program
    .command('stand-in')
    .description(
      'Serve recorded or simulated answers like a model endpoint, for tests and demonstrations.',
    )
    .optionsGroup('Answers:')
    .option('--items-file <file>', 'the questions: exported items, CSV or JSON Lines')
    .option('--replay <file>', 'recorded outputs, JSON Lines: model, item, output; also .gz')
    .option('--simulate <list>', 'simulated models: NAME:ABILITY,…', abilities)
    .option(
      '--parameters <file>',
      'item parameters for --simulate, CSV: item,a,b,c,d (default: drawn by the seed)',
    )
    .option(
      '--persuasion <odds>',
      'how simulated models persuade one another: ODDS or ODDS:TRUTH',
      persuasion,
    )
    .option(
      '--shared-errors <share>',
      'wrong answers that simulated models have in common: SHARE or SHARE:VARIANCE',
      sharedErrors,
    )
    .option(
      '--changed-questions <share>',
      'recognise questions whose text was changed; simulated models lose this share of the right answers to them',
      share,
    )
    .option('--letter-models <a,b>', 'models that answer every question with a letter', names)
    .option('--judges <list>', 'simulated judges of answers: NAME:BIAS:NOISE,…', judges)
    .option('--judge-faults <share>', 'share of their replies that cannot be read as asked', share)
    .option(
      '--annotators <list>',
      'simulated models that label items: NAME:ERRORS:REFUSALS:UNREADABLE,… in shares; with --items-file the tags of items are the truth',
      annotators,
    )
    .option(
      '--writers <list>',
      'simulated writers of questions, and the share with a planted fault: NAME:FLAWS,…',
      writerFlaws,
    )
    .option(
      '--auditors <list>',
      'simulated auditors of questions: NAME:SENSITIVITY:FALSE-ALARMS,…',
      auditors,
    )
    .optionsGroup('Faults and delays:')
    .option(
      '--faults <list>',
      'faults and the share of requests that get each: FAULT:SHARE,…',
      faultRates,
    )
    .option('--latency <ms>', 'time until the reply in milliseconds: MS or MS:JITTER', latency)
    .option('--slow <ms>', 'milliseconds that the fault slow adds (default: 2000)', wholeNumber(0))
    .option('--retry-after <s>', 'seconds in the header Retry-After (default: 1)', wholeNumber(0))
    .option(
      '--batch-delay <ms>',
      'milliseconds before work on a batch starts (default: 0)',
      wholeNumber(0),
    )
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .optionsGroup('Server:')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 picks a free one', wholeNumber(0), 8080)
    .option(
      '--key-variable <name>',
      'environment variable that holds the API key that requests must have',
    )
    .option('--json', 'print one line of JSON when ready')
    .addHelpText('after', EXAMPLES)
    .action(runStandIn);
}

async function runStandIn(options: StandInCommand): Promise<void> {
  const key = requiredKey(options.keyVariable);
  const { answerers, notes } = await sources(options);
  const models = [...new Set(answerers.flatMap((answerer) => answerer.models))];
  const { faults, slow, retryAfter, batchDelay, seed, host, port } = options;
  // Loaded here: no other command needs a server.
  const { standIn } = await import('../../stand-in/stand-in.ts');
  const server = standIn({
    answerers,
    seed,
    ...present({ faults, latency: options.latency, slow, retryAfter, batchDelay, key }),
  });
  try {
    await server.listen({ host, port });
  } catch (error) {
    refuseToListen(error, host, port);
  }
  const url = addressOf(server.server.address() as AddressInfo);
  // Before the line that says it is ready: who reads it may end it at once.
  const stopped = untilStopped();
  if (options.json) console.log(JSON.stringify({ url, models, standIn: true }));
  else printText(ready(url, models, notes, options));
  await stopped;
  await server.close();
}

/** Everyone who answers, and what is worth knowing of each. */
async function sources(
  options: StandInCommand,
): Promise<{ answerers: Answerer[]; notes: string[] }> {
  const { seed, letterModels: models } = options;
  if (options.simulate === undefined)
    for (const [option, given] of [
      ['--persuasion', options.persuasion],
      ['--shared-errors', options.sharedErrors],
      ['--changed-questions', options.changedQuestions],
    ] as const)
      if (given !== undefined)
        fail('OPTIONS_CONFLICT', {
          options: option,
          reason: 'it only works with --simulate NAME:ABILITY,…',
        });
  const answerers: Answerer[] = [];
  const notes: string[] = [];
  if (options.replay !== undefined || options.simulate !== undefined) {
    const { questions, items } = await questionsOf(options, notes);
    if (options.replay !== undefined) {
      const recorded = await replay(readRecorded(options.replay), questions);
      answerers.push(recorded);
      notes.push(`${plural(recorded.models.length, 'recorded model')} of ${options.replay}`);
    }
    if (options.simulate !== undefined) {
      const curves = curvesOf(options.parameters);
      const debate = { ...options.persuasion, ...options.sharedErrors };
      const loss = options.changedQuestions;
      const changed = loss === undefined ? undefined : { near: nearQuestions(items), loss };
      const simulation = { abilities: options.simulate, seed, debate };
      answerers.push(simulate({ ...simulation, ...present({ curves, changed }) }, questions));
      notes.push(`${plural(options.simulate.size, 'simulated model')}`);
    }
  }
  if (options.judges !== undefined) {
    answerers.push(judge({ judges: options.judges, faults: options.judgeFaults ?? 0, seed }));
    notes.push(plural(options.judges.size, 'simulated judge'));
  } else if (options.judgeFaults !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--judge-faults',
      reason: 'it only works with --judges NAME:BIAS:NOISE,…',
    });
  if (options.annotators !== undefined) {
    const truth = await truthOf(options.itemsFile);
    answerers.push(
      annotator({ annotators: options.annotators, seed, ...(truth !== undefined && { truth }) }),
    );
    notes.push(plural(options.annotators.size, 'simulated annotator'));
  }
  if (options.writers !== undefined || options.auditors !== undefined) {
    const simulation = {
      writers: options.writers ?? new Map(),
      auditors: options.auditors ?? new Map(),
    };
    const writing = writers({ ...simulation, seed });
    answerers.push(writing);
    notes.push(
      plural(
        writing.models.length,
        'simulated writer or auditor',
        'simulated writers and auditors',
      ),
    );
  }
  if (models !== undefined || answerers.length === 0)
    answerers.push(fixedLetter(models ?? ['stand-in'], seed));
  return { answerers, notes };
}

/** The label of a question that is a tag of its item; undefined without a file. */
async function truthOf(file: string | undefined) {
  if (file === undefined) return undefined;
  const tagsOf = new Map<string, readonly string[]>();
  for await (const { stem, tags } of await standInItems(file))
    tagsOf.set(stem, Object.values(tags));
  return (question: string, labels: readonly string[]) =>
    tagsOf.get(question)?.find((value) => labels.includes(value));
}

/** @throws OPTIONS_CONFLICT without --items-file */
async function questionsOf(
  options: StandInCommand,
  notes: string[],
): Promise<{ questions: QuestionIndex; items: readonly Item[] }> {
  if (options.itemsFile === undefined)
    return fail('OPTIONS_CONFLICT', {
      options: options.replay === undefined ? '--simulate' : '--replay',
      reason: 'questions are recognised by their text; add --items-file FILE.',
    });
  const items = await standInItems(options.itemsFile);
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  const questions = await indexQuestions(all);
  const { rejectedCount, rejected } = items.report;
  if (questions.count === 0)
    fail('FILE_INVALID', {
      file: options.itemsFile,
      found: `no valid item${rejected.length > 0 ? ` (${rejected[0].where}: ${rejected[0].reason})` : ''}`,
      accepted: 'at least one item',
    });
  const left = rejectedCount > 0 ? `, ${count(rejectedCount)} records left out` : '';
  notes.push(`${plural(questions.count, 'item')} of ${options.itemsFile}${left}`);
  return { questions, items: all };
}

function curvesOf(file: string | undefined): Map<string, ItemCurve> | undefined {
  if (file === undefined) return undefined;
  const { items, parameters } = readParameters(file);
  const { a, b, c, d } = parameters;
  return new Map(items.map((item, j) => [item, { a: a[j], b: b[j], c: c[j], d: d[j] }]));
}

/** @throws KEY_MISSING */
function requiredKey(variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const key = process.env[variable] ?? '';
  return key === ''
    ? fail('KEY_MISSING', { examinee: 'stand-in', variable, setting: '--key-variable' })
    : key;
}

function addressOf({ family, address, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/v1`;
}

function ready(
  url: string,
  models: readonly string[],
  notes: readonly string[],
  { itemsFile: items, keyVariable }: StandInCommand,
): string {
  const shown = models.slice(0, 30);
  const more = models.length > shown.length ? `, and ${models.length - shown.length} more` : '';
  return [
    `Stand-in (no model runs here) at ${url}`,
    ...notes.map((note) => `  ${note}`),
    `Models: ${shown.join(', ')}${more}`,
    ...(items === undefined
      ? askStep(url, models[0], keyVariable)
      : rankSteps(url, models, items, keyVariable)),
    'Ctrl+C ends it.',
  ].join('\n');
}

/** Two commands for another terminal: a bank of the items, and a ranking of the models on it. */
function rankSteps(
  url: string,
  models: readonly string[],
  items: string,
  keyVariable: string | undefined,
): string[] {
  const asked = models.slice(0, 2).map((model) => ` --model ${shellWord(`${model}@${url}`)}`);
  const key = keyVariable === undefined ? '' : ` -M key-variable=${keyVariable}`;
  return [
    `To make a bank of these items: thetarank bank import ${shellWord(items)} --name trial`,
    `Next: thetarank rank --bank trial --strategy random${asked.join('')}${key}`,
  ];
}

/** One question for another terminal: without items there is no bank to rank models on. */
function askStep(url: string, model: string, keyVariable: string | undefined): string[] {
  const content = 'Which one floats? A. cork B. lead';
  const body = JSON.stringify({ model, messages: [{ role: 'user', content }] });
  const key = keyVariable === undefined ? '' : ` -H "authorization: Bearer $${keyVariable}"`;
  return [
    `Next: curl ${shellWord(`${url}/chat/completions`)} -H 'content-type: application/json'${key} -d ${shellWord(body)}`,
    'To rank these models, make a bank of questions first: thetarank bank import FILE --name NAME',
  ];
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
