import { FIELD_WORDS } from '../../examinee/endpoint/configuration/setting-words.ts';
import { count, decimal, money2 } from '../../numbers.ts';
import { callsProgress } from '../../operations/asking/calls-progress.ts';
import { patternHints } from '../../operations/asking/pattern-hints.ts';
import { changeText } from '../../operations/asking/reuse-text.ts';
import { plainText } from '../../plain-text.ts';
import { typedCommands } from '../../report/typed-commands.ts';
import type { AnswerPattern } from '../../scoring/patterns/answer-pattern.ts';
import { firstAnswersWords } from '../../scoring/patterns/pattern-words.ts';
import type { ProgressFacts, SynthesisProgress } from '../../workflow/synthesis/synthesis-watch.ts';
import { databaseArgument } from '../options/database-option.ts';
import { liveBlock, type TerminalStream, terminalSize, wrapped } from '../output/live-block.ts';
import { LINE_MS, LINE_SHARE, timeLeft } from '../output/progress.ts';
import { isProgressRead, progressLines } from '../output/progress-lines.ts';
import { printNote } from '../output/typed-commands.ts';
import { accuracyGrid } from './accuracy-grid.ts';
import type { EndpointFeedback } from './endpoint-feedback.ts';

/** Where it is shown, and by which clock, in milliseconds. */
export interface ProgressPlace {
  readonly stream: TerminalStream;
  readonly now: () => number;
}

/** How often the lines of a terminal are written again. */
const TERMINAL_MS = 500;
/** Room of what is written without a terminal. */
const PLAIN = { columns: 100, rows: 32 };

/**
 * Lines on standard error that are written again and again: calls, items, tokens, cost, rate, errors, time left, and below
 * them the share right of each participant so far. Where that is no terminal, a line now and then, with the shares
 * after each tenth of the calls.
 * @param feedback what is not well at endpoints; none if nothing is asked there
 */
export function synthesisProgress(
  facts: ProgressFacts,
  feedback?: Pick<EndpointFeedback, 'lines' | 'showBy'>,
  place?: ProgressPlace,
): SynthesisProgress {
  return isProgressRead() ? readProgress(facts) : shownProgress(facts, feedback, place);
}

/** The same for a program that reads it: calls done, and the tokens and dollars of them. */
function readProgress(facts: ProgressFacts): SynthesisProgress {
  return {
    ...callsProgress(facts, progressLines()),
    changed: (change) => printNote(changeText(change)),
    doubted: (model, pattern, example) =>
      printNote(doubtText(model, pattern, { ...facts, example })),
  };
}

function shownProgress(
  facts: ProgressFacts,
  feedback?: Pick<EndpointFeedback, 'lines' | 'showBy'>,
  { stream, now }: ProgressPlace = { stream: process.stderr, now: () => performance.now() },
): SynthesisProgress {
  const { participants, items, tally, retries, isStopping, title } = facts;
  const block = stream.isTTY === true ? liveBlock(stream) : null;
  const total = tally.calls().missing;
  const started = now();
  const sums = { calls: 0, tokens: 0, cost: 0, failed: 0 };
  let last = { share: 0, at: started };

  const parts = () => {
    const { calls, tokens, cost, failed } = sums;
    const elapsed = now() - started;
    const left = calls < total ? timeLeft(calls, total, elapsed) : '';
    const repeated = Object.entries(retries()).filter(([, times]) => times > 0);
    return [
      `${title === undefined ? '' : `${title}: `}${Math.floor((100 * calls) / total)}%: ${count(calls)} of ${count(total)} calls`,
      `${count(tally.items())} of ${count(items)} items`,
      `${count(tokens)} tokens`,
      ...(cost === 0 ? [] : [money2(cost)]),
      `${decimal((1000 * calls) / Math.max(1, elapsed), 1)} calls/s`,
      ...(repeated.length === 0
        ? []
        : [
            `retried ${repeated.map(([reason, times]) => `${count(times)} ${reason}`).join(' + ')}`,
          ]),
      ...(failed === 0 ? [] : [`${count(failed)} without an answer`]),
      ...(left === '' ? [] : [`${left} left`]),
      ...(isStopping() ? ['stopping: waiting for answers in flight'] : []),
    ];
  };
  const grid = (room: { readonly columns: number; readonly rows: number }) =>
    accuracyGrid(participants, tally.finals(), room);
  let isOver = false;
  const show = () => {
    if (isOver) return;
    const share = sums.calls / total;
    const since = now() - last.at;
    if (block !== null) {
      if (since < TERMINAL_MS) return;
      last = { share, at: now() };
      const { columns, rows } = terminalSize(stream);
      const lines = [...wrapped(parts(), columns), ...(feedback?.lines() ?? [])];
      block.show([...lines, ...grid({ columns, rows: rows - 1 - lines.length })]);
      return;
    }
    const isTenth = share >= 1 || share - last.share >= LINE_SHARE - 1e-9;
    if (!isTenth && since < LINE_MS) return;
    last = { share: isTenth ? share : last.share, at: now() };
    const shares = isTenth ? grid(PLAIN).map((line) => `  ${line}\n`) : [];
    stream.write(`${parts().join(', ')}\n${shares.join('')}`);
  };
  // Something is shown while nothing comes as well, such as what goes wrong.
  if (block !== null) feedback?.showBy(show);
  const timer = setInterval(show, 2 * TERMINAL_MS).unref();
  return {
    answered({ tokens, cost }) {
      sums.calls++;
      sums.tokens += tokens.prompt + tokens.completion;
      sums.cost += cost;
      show();
    },
    failed() {
      sums.failed++;
      show();
    },
    changed(change) {
      block?.clear();
      stream.write(`${changeText(change)}\n`);
    },
    doubted(model, pattern, example) {
      block?.clear();
      const text = doubtText(model, pattern, { ...facts, example });
      stream.write(`${typedCommands(text, process.env)}\n`);
    },
    stop() {
      isOver = true;
      clearInterval(timer);
      block?.clear();
    },
  };
}

/** What the first answers of a model have in common that they should not. */
export function doubtText(
  model: string,
  pattern: AnswerPattern,
  {
    run,
    database,
    example,
  }: Pick<ProgressFacts, 'run' | 'database'> & { readonly example: string },
): string {
  const hints = patternHints(run, databaseArgument(database), `raise ${FIELD_WORDS.maxTokens}`);
  return `${plainText(model)}: ${firstAnswersWords(pattern, hints, example)}`;
}
