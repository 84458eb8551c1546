import { shareWithInterval } from 'thetarank';
import { figure, markdownTable, percentOf, percentWithEnds } from '../../text.ts';
import { KINDS, type Outcome } from './replicate.ts';
import {
  BANKS,
  CHECKPOINTS,
  CHURN,
  FAMILIES,
  ITEMS,
  LARGE,
  LOSSES,
  MODELS,
  SERIES,
  SERIES_ITEMS,
} from './setting.ts';

const WATCHED = KINDS.filter((kind) => kind !== 'series');

/** docs/evidence/watch.md */
export function watchPage(outcomes: readonly Outcome[]): string {
  const of = (kind: string, bank: string | null, losses: readonly number[]) =>
    outcomes.filter(
      (own) =>
        own.kind === kind && (bank === null || own.bank === bank) && losses.includes(own.loss),
    );
  return `# Evidence for changes between checkpoints

Do the 90% intervals of changes hold that [\`watch\`](../pipelines.md#watch) and [\`series\`](../series.md) print, and how often does \`--fail-if\` err?

${inShort(of)}

## The simulated checkpoints

A checkpoint is a recorded model whose answers change: right ones become wrong so that the expected score falls by the loss, and ${200 * CHURN}% of the answers
change besides, half of them in each direction. \`watch\`: up to ${MODELS} models of each bank, spread over its list, with one test before and one for each loss, on calibrations without the model and its family.
Robust and random tests have ${ITEMS} items, "random, large" ${percentOf(LARGE)} of the bank. \`series\`: the last of ${CHECKPOINTS} checkpoints with ${SERIES_ITEMS} items each, for up to ${FAMILIES} families per bank and ${SERIES}
series per family. All scores are expected scores (\`--target expected\`). In brackets: 95% intervals, as if all changes were independent.

## Intervals

Shares of the 90% intervals that hold the true change.

${markdownTable(
  ['bank', 'tests', ...LOSSES.map((loss) => `loss of ${loss}:`), 'all:'],
  BANKS.flatMap((bank) =>
    KINDS.map((kind) => [
      bank,
      kind,
      ...LOSSES.map((loss) => percentOf(shareHeld(of(kind, bank, [loss])).value)),
      ends(shareHeld(of(kind, bank, LOSSES))),
    ]),
  ),
)}

## What is said of the loss

Mean of the change that is reported, how changes are compared, and the share of intervals that are verified.

${markdownTable(
  ['bank', 'tests', ...LOSSES.map((loss) => `loss of ${loss}:`), 'by items:', 'verified:'],
  BANKS.flatMap((bank) =>
    WATCHED.map((kind) => {
      const all = of(kind, bank, LOSSES);
      return [
        bank,
        kind,
        ...LOSSES.map((loss) => figure(mean(of(kind, bank, [loss])), 1)),
        percentOf(share(all, ({ basis }) => basis === 'items').value),
        percentOf(share(all, ({ verified }) => verified).value),
      ];
    }),
  ),
)}

## Failures

Shares of the checkpoints that \`--fail-if "drop>1@0.95"\` fails. With a loss of 0 or 1 each is false.

${markdownTable(
  ['tests', ...LOSSES.map((loss) => `loss of ${loss}:`)],
  WATCHED.map((kind) => [
    kind,
    ...LOSSES.map((loss) => ends(share(of(kind, null, [loss]), ({ isShown }) => isShown))),
  ]),
)}

## What limits these figures

- Losses strike all right answers alike. A checkpoint that has forgotten one subject differs more on some items than on others.
- The checkpoints of one model share its recorded answers, and one test before is compared with all losses. So shares vary more than their intervals say.
- Where an interval of a robust test is not verified, such as of a model that scores beyond all others, nothing is decided. This is why robust tests fail so few checkpoints.
- Recorded models are tested on calibrations by folds; a training of a family that the bank does not know may err more.
- The changes of \`series\` are those of its estimate; its marks are in the [evidence for series](series.md#regressions).
`;
}

type Of = (kind: string, bank: string | null, losses: readonly number[]) => readonly Outcome[];

function inShort(of: Of): string {
  const held = (kind: string) => ends(shareHeld(of(kind, null, LOSSES)));
  const failed = (loss: number) =>
    ends(
      share(
        WATCHED.flatMap((kind) => of(kind, null, [loss])),
        ({ isShown }) => isShown,
      ),
    );
  const found = (loss: number) =>
    percentOf(share(of('robust', null, [loss]), ({ isShown }) => isShown).value);
  return `## In short

- **Intervals of \`watch\`**: of robust tests ${held('robust')} hold, of random tests ${held('random')}, of large random tests ${held('random, large')}.
- **Intervals of \`series\`**: ${held('series')} hold.
- **False failures**: \`--fail-if "drop>1@0.95"\` fails ${failed(0)} of the checkpoints without a loss and ${failed(1)} of those that have lost 1 point (intended: at most 5%).
- **Missed**: with robust tests of ${ITEMS} items it fails ${found(2)} of the checkpoints that have lost 2 points, ${found(4)} with 4 and ${found(6)} with 6.`;
}

function share(outcomes: readonly Outcome[], is: (outcome: Outcome) => boolean) {
  return shareWithInterval(outcomes.filter(is).length, outcomes.length);
}

function shareHeld(outcomes: readonly Outcome[]) {
  return share(outcomes, ({ loss, low, high }) => low <= -loss && -loss <= high);
}

function ends({ value, low, high }: ReturnType<typeof shareWithInterval>): string {
  return percentWithEnds(value, low, high);
}

function mean(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, { difference }) => sum + (difference ?? 0), 0) / outcomes.length;
}
