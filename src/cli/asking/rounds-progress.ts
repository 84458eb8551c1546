import { count, money2, plural } from '../../numbers.ts';
import { changeText } from '../../operations/asking/reuse-text.ts';
import type { RoundsWatch } from '../../operations/operation.ts';
import type { MeasuredEffect } from '../../stress/measure-effects.ts';
import { LINE_MS } from '../output/progress.ts';
import { isProgressRead } from '../output/progress-lines.ts';
import { printNote } from '../output/typed-commands.ts';
import type { EndpointFeedback } from './endpoint-feedback.ts';
import { doubtText, synthesisProgress } from './synthesis-progress.ts';

/** On a terminal the lines of any asking; elsewhere rounds are many and short, so that a line now and then tells the calls of all. */
export function roundsProgress(feedback: EndpointFeedback): RoundsWatch {
  const sums = { calls: 0, cost: 0 };
  let last = performance.now();
  const isLive = process.stderr.isTTY === true || isProgressRead();
  const say = (effects: readonly MeasuredEffect[]) => {
    const done = effects.filter(({ end }) => end !== 'stopped').length;
    printNote(
      `${count(done)} of ${plural(effects.length, 'effect')} measured, ${count(sums.calls)} calls${sums.cost === 0 ? '' : `, ${money2(sums.cost)}`}`,
    );
  };
  return {
    watch(facts) {
      const shown = isLive ? synthesisProgress(facts, feedback) : null;
      return {
        answered(answer) {
          sums.calls++;
          sums.cost += answer.cost;
          shown?.answered(answer);
        },
        failed: () => shown?.failed(),
        changed: (change) =>
          shown === null ? printNote(changeText(change)) : shown.changed(change),
        doubted: (model, pattern, example) =>
          shown === null
            ? printNote(doubtText(model, pattern, { ...facts, example }))
            : shown.doubted?.(model, pattern, example),
        stop: () => shown?.stop(),
      };
    },
    onRound(effects) {
      const isOver = effects.every(({ end }) => end !== 'stopped');
      if (!isOver && performance.now() - last < LINE_MS) return;
      last = performance.now();
      say(effects);
    },
  };
}
