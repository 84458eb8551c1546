import { shareWithInterval } from 'thetarank';
import { markdownTable, percentOf } from '../../text.ts';
import { BANKS, LOSSES, SHORT } from './compare.ts';
import type { ChoiceLimit } from './limit.ts';
import { PAIR_KINDS, type PairKind } from './recorded-pairs.ts';
import {
  type EarlyEnd,
  KINDS,
  type Kind,
  type Look,
  netLoss,
  WAYS,
  type Way,
} from './replicate.ts';

interface Compared {
  readonly bank: string;
  readonly way: Way;
  readonly looks: readonly Look[];
}
interface Null extends Compared {
  readonly early: EarlyEnd;
}
interface Planted extends Compared {
  readonly kind: Kind;
  readonly loss: number;
  readonly differing: number;
  readonly all: number;
}
interface Cover extends Compared {
  readonly pair: PairKind;
  readonly truth: number;
}
type Limit = ChoiceLimit & { readonly bank: string };

const ALPHA = 0.05;
/** Share of items that comparisons are to save. */
const AIMED_SAVING = 0.25;
/** z(.95) + z(.80): a loss of this many standard errors is found with 80% power at 95% one-sided confidence. */
const FOUND = 1.6448536269514722 + 0.8416212335729143;
const SHOWN = [100, 250, 700];
const KIND_WORDS: Readonly<Record<Kind, string>> = {
  relatives: 'relatives',
  checkpoints: 'near copies',
};
const WAY_WORDS: Readonly<Record<Way, string>> = {
  asked: 'both asked',
  recorded: 'first recorded',
  random: 'random pairs',
};

const wholePercent = (share: number) => `${Math.round(100 * share)}%`.replace('-', '−');
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** docs/evidence/compare.md */
export function comparePage({
  planted,
  nulls,
  covers,
  limits,
}: {
  readonly planted: readonly Planted[];
  readonly nulls: readonly Null[];
  readonly covers: readonly Cover[];
  readonly limits: readonly Limit[];
}): string {
  return `# Evidence for comparisons

How many items does \`thetarank compare\` need to find a loss, how often does it report a loss that is not there, and do its intervals hold?
Answers are those of recorded models. Items are chosen by a calibration without the families of both models. Three ways are measured:

- **both asked**: nothing is known of either model.
- **first recorded**: all answers of the first model are known, only the second is asked, as when a new checkpoint is compared with a recorded one.
- **random pairs**: the same number of items drawn with equal probabilities, which both models are asked, and the score test of paired
  proportions. For the score on this bank it has the finite population correction too.

${inShort(planted, nulls, covers, limits)}

## False regressions

${nulls.length.toLocaleString('en-US')} comparisons without any difference. The answers of one recorded model are divided: two items of similar difficulty (by the
calibration without its family) make one, and which answer belongs to which half is drawn. The answers of the halves are exchangeable, so their
*expected* scores are equal. The *recorded* ones differ by chance, and are not tested here. A false regression is a loss "shown" with 95%
one-sided confidence (\`--fail-if "drop>0@0.95"\`, \`--target expected\`). With \`--stop-early\` the same comparisons are looked at after 50, 100, 150
and 200 items, and end when everything is decided.

${nullTable(nulls)}

The same for the *recorded* score, of pairs of recorded models whose scores were made equal (loss 0 of the next section):

${equalTable(planted)}

## Planted losses

Two recorded models of one family with similar scores (up to six pairs per bank, at most two per family; four pairs of MMLU-Pro). Where they
differ, it is drawn which of them is right, so that exactly the planted loss results. "Relatives" differ as these models do. "Near copies" differ on 30% of those
items: elsewhere the second has the answers of the first. Pairs that differ on too few items for a loss are left out. Comparisons per way, over both kinds
and all losses: ${banksOf(planted)
    .map(
      (bank) =>
        `${planted.filter((one) => one.bank === bank && one.way === 'asked').length} (${bank})`,
    )
    .join(', ')}.

Share of comparisons that find the loss of the recorded score with 95% one-sided confidence (power).

${powerTables(planted)}

## Items saved

Items with which random pairs have the same standard error, and the share of them that a comparison saves: 1 − n / n(random). Equal standard
errors are equal power, as far as the statistic is normal. The standard error is the root mean square error over all losses. "Equal power" is measured directly: random items needed for the same share of
losses found, by interpolation, and averaged over losses of 1 to 5 points and lengths where that share is between 20 and 95%.

${savedTable(planted)}

With "first recorded" a part of what is saved comes from the first model's known answers to all items, which the mean difference of random
pairs does not use, and not from the choice of items. Near copies leave little to choose: they differ rarely, and the calibration does not
know where. "Equal power" of a bank with few repetitions is rough, of MMLU-Pro above all.

### What limits it

Of two models that are both asked, the choice of items can use only one thing: that some items are more likely than others to tell relatives apart.
Items saved with sizes ∝ √(expected d²) by different knowledge, mean of the pairs of relatives, for few items of a large bank:

- **response model**: abilities and kinship from *all* answers of both models. A comparison begins with less.
- **with other pairs**: half of that, half the share of other pairs of models of similar scores, outside both families, that differ on the item.
- **in hindsight**: the best sizes that grow with those of the response model, fitted to the very differences that are to be found. No method that
  does not know the answers gets there.

${limitTable(limits)}

On MMLU-Pro all items are about equally likely to tell relatives apart, as far as 34 models show, so both asked cannot save 25% there by any choice
of items. Lengths near the whole bank save less by definition: nobody saves anything at the last item.

## Items needed

Items to find a loss of the *recorded* score with 95% one-sided confidence and 80% power, from the standard errors above (between two lengths, by
the effective variance of the nearest one). Relatives.

${neededTable(planted, 'relatives')}

Near copies:

${neededTable(planted, 'checkpoints')}

For the *expected* score the chance in the answers to the bank itself remains: even all items find only losses above these (points):

${expectedTable(planted)}

## Coverage

Share of 95% intervals of the recorded difference that hold the recorded difference of two models. Relatives: one family. Strangers: two families, scores
within 10 points. Strong and weak: two families, more than 20 points apart.

${coverTable(covers)}

## What this does not show

- Models are recorded, so an item has one answer per model. Answers that vary from call to call are like models that differ more.
- Planted losses are spread over the items on which the models differ. A loss of one subject alone is found less or more easily, by how the
  calibration weighs that subject; the estimate stays unbiased.
- MMLU-Pro has 34 recorded models, fewer without the families of both. They say little about which of its 12,032 items tell two models apart.
- Savings are ratios of variances: of n comparisons they have a standard error of about 2/√n of the share that is not saved, that is
  about 10 points in one cell of a small bank and 15 in one of MMLU-Pro.
- If nearly the whole bank was asked, the few differing items that are left make the error of the *recorded* difference far from normal. Ask the
  rest, and it is exact.
- Models that share nothing but a similar name: the prior takes half of all pairs as near relatives. It costs pairs of a strong and a weak model some
  of the first items.
- Repetitions of one pair share the pair, so intervals of shares over few pairs are wider than counts say. MMLU-Pro has the fewest repetitions, because it
  is large.
- Statistics with few differing items are not normal: below about ten differing items intervals are wide on purpose, and power is below that of random pairs
  with the score test.
`;
}

const lookAt = (looks: readonly Look[], items: number) =>
  looks.find((look) => look.items === items);
const banksOf = (kept: readonly { readonly bank: string }[]) =>
  BANKS.filter((bank) => kept.some((one) => one.bank === bank));

function nullTable(nulls: readonly Null[]): string {
  const rows = banksOf(nulls).flatMap((bank) =>
    (['asked', 'recorded'] as const).map((way) => {
      const own = nulls.filter((one) => one.bank === bank && one.way === way);
      const shares = SHORT.map((n) => falseShare(own, n, 1));
      return [bank, WAY_WORDS[way], `${own.length}`, ...shares, earlyShare(own)];
    }),
  );
  const all = ['all', '', `${nulls.length}`, ...SHORT.map((n) => falseShare(nulls, n, 1))];
  return markdownTable(
    ['bank', 'way', 'comparisons:', ...SHORT.map((n) => `${n} items:`), '`--stop-early`:'],
    [...rows, [...all, earlyShare(nulls)]],
  );
}

const earlyShare = (nulls: readonly Null[]) =>
  shareOf(nulls.filter(({ early }) => early.isLost).length, nulls.length);

/** A share with its 95% interval, in percent. */
function shareOf(count: number, of: number): string {
  const { value, low, high } = shareWithInterval(count, of);
  return `${(100 * value).toFixed(1)}% (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)})`;
}

function limitTable(limits: readonly Limit[]): string {
  const rows = banksOf(limits).map((bank) => {
    const own = limits.filter((one) => one.bank === bank);
    const saved = (['model', 'others', 'hindsight'] as const).map((way) =>
      wholePercent(mean(own.map((one) => one[way]))),
    );
    return [bank, `${own.length}`, ...saved];
  });
  return markdownTable(
    ['bank', 'pairs:', 'response model:', 'with other pairs:', 'in hindsight:'],
    rows,
  );
}

/** Share of false regressions with its 95% interval. @param target 0 recorded, 1 expected */
function falseShare(kept: readonly (Null | Planted)[], items: number, target: 0 | 1): string {
  const looks = kept.flatMap((one) => lookAt(one.looks, items) ?? []);
  if (looks.length === 0) return '–';
  return shareOf(looks.filter(({ p }) => p[target] <= ALPHA).length, looks.length);
}

function equalTable(planted: readonly Planted[]): string {
  const rows = (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
    WAYS.map((way) => {
      const own = planted.filter((one) => one.loss === 0 && one.kind === kind && one.way === way);
      return [
        KIND_WORDS[kind],
        WAY_WORDS[way],
        `${own.length}`,
        ...SHOWN.map((n) => falseShare(own, n, 0)),
      ];
    }),
  );
  return markdownTable(['models', 'way', 'comparisons:', ...SHOWN.map((n) => `${n} items:`)], rows);
}

/** Comparisons of one bank, kind and way, by loss. */
function cellOf(planted: readonly Planted[], bank: string, kind: Kind, way: Way): Planted[] {
  return planted.filter((one) => one.bank === bank && one.kind === kind && one.way === way);
}

const lengthsOf = (cell: readonly Planted[]) => cell[0]?.looks.map(({ items }) => items) ?? [];

function powerOf(cell: readonly Planted[], loss: number, items: number): number | null {
  const looks = cell.flatMap((one) => (one.loss === loss ? (lookAt(one.looks, items) ?? []) : []));
  return looks.length === 0 ? null : mean(looks.map(({ p }) => (p[0] <= ALPHA ? 1 : 0)));
}

/** Root mean square error over all losses, in points. */
function errorOf(cell: readonly Planted[], items: number): number {
  const squares = cell.flatMap((one) => {
    const look = lookAt(one.looks, items);
    return look === undefined
      ? []
      : [(100 * (look.difference + netLoss(one.loss, one.all) / one.all)) ** 2];
  });
  return Math.sqrt(mean(squares));
}

function powerTables(planted: readonly Planted[]): string {
  return (Object.keys(KINDS) as Kind[])
    .map((kind) => {
      const rows = banksOf(planted).flatMap((bank) => {
        const cells = WAYS.map((way) => cellOf(planted, bank, kind, way));
        return lengthsOf(cells[0]).map((n) => [
          bank,
          n.toLocaleString('en-US'),
          ...LOSSES.filter((loss) => loss > 0).map((loss) =>
            cells.map((cell) => percentOf(powerOf(cell, loss, n))).join(' · '),
          ),
        ]);
      });
      const heads = LOSSES.filter((loss) => loss > 0).map(
        (loss) => `${loss} ${loss === 1 ? 'point' : 'points'}:`,
      );
      const title = `### ${KIND_WORDS[kind][0].toUpperCase()}${KIND_WORDS[kind].slice(1)}`;
      return `${title}\n\nBoth asked · first recorded · random pairs.\n\n${markdownTable(['bank', 'items:', ...heads], rows)}`;
    })
    .join('\n\n');
}

/** 1 − n / n(random) at equal standard error; 1/n − 1/N is proportional to the variance of random pairs. */
function savedAt(own: readonly Planted[], random: readonly Planted[], items: number): number {
  const [{ all }] = own;
  const ratio = (errorOf(own, items) / errorOf(random, items)) ** 2;
  const needed = 1 / (ratio * (1 / items - 1 / all) + 1 / all);
  return 1 - items / needed;
}

/** Mean saving over lengths. */
function meanSaved(planted: readonly Planted[], bank: string, kind: Kind, way: Way): number {
  const [own, random] = [cellOf(planted, bank, kind, way), cellOf(planted, bank, kind, 'random')];
  return mean(lengthsOf(own).map((n) => savedAt(own, random, n)));
}

/** Mean saving at equal power, over losses and lengths where it can be read off; null if nowhere. */
function savedAtPower(
  planted: readonly Planted[],
  bank: string,
  kind: Kind,
  way: Way,
): number | null {
  const [own, random] = [cellOf(planted, bank, kind, way), cellOf(planted, bank, kind, 'random')];
  const lengths = lengthsOf(own);
  const saved = LOSSES.filter((loss) => loss > 0).flatMap((loss) => {
    const curve = lengths.map((n) => powerOf(random, loss, n) ?? 0);
    return lengths.flatMap((n) => {
      const power = powerOf(own, loss, n);
      if (power === null || power < 0.2 || power > 0.95) return [];
      const at = curve.findIndex((value) => value >= power);
      if (at < 1) return [];
      const share = (power - curve[at - 1]) / (curve[at] - curve[at - 1]);
      const [low, high] = [Math.log(lengths[at - 1]), Math.log(lengths[at])];
      return [1 - n / Math.exp(low + share * (high - low))];
    });
  });
  return saved.length === 0 ? null : mean(saved);
}

function savedTable(planted: readonly Planted[]): string {
  const ways = ['asked', 'recorded'] as const;
  const rows = banksOf(planted).flatMap((bank) =>
    (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
      ways.map((way) => {
        const [own, random] = [
          cellOf(planted, bank, kind, way),
          cellOf(planted, bank, kind, 'random'),
        ];
        const differing = mean(own.map((one) => one.differing / one.all));
        const power = savedAtPower(planted, bank, kind, way);
        return [
          bank,
          KIND_WORDS[kind],
          wholePercent(differing),
          WAY_WORDS[way],
          ...SHOWN.map((n) =>
            lengthsOf(own).includes(n) ? wholePercent(savedAt(own, random, n)) : '–',
          ),
          wholePercent(meanSaved(planted, bank, kind, way)),
          power === null ? '–' : wholePercent(power),
        ];
      }),
    ),
  );
  return markdownTable(
    [
      'bank',
      'models',
      'items differing:',
      'way',
      ...SHOWN.map((n) => `saved at ${n}:`),
      'mean of all lengths:',
      'at equal power:',
    ],
    rows,
  );
}

/** Items at which the standard error is small enough for a loss; null if only at the whole bank. */
function neededFor(cell: readonly Planted[], loss: number): number | null {
  const target = (loss / FOUND) ** 2;
  const [{ all }] = cell;
  let nearest: { items: number; distance: number } | null = null;
  for (const length of lengthsOf(cell)) {
    const effective = errorOf(cell, length) ** 2 / (1 / length - 1 / all);
    const items = 1 / (target / effective + 1 / all);
    const distance = Math.abs(Math.log(items / length));
    if (nearest === null || distance < nearest.distance) nearest = { items, distance };
  }
  return nearest === null ? null : Math.ceil(nearest.items);
}

function neededTable(planted: readonly Planted[], kind: Kind): string {
  const rows = banksOf(planted).flatMap((bank) =>
    LOSSES.filter((loss) => loss > 0).map((loss) => {
      const items = WAYS.map((way) => neededFor(cellOf(planted, bank, kind, way), loss));
      const [asked, recorded, random] = items;
      const saved = (own: number | null) =>
        own === null || random === null ? '–' : wholePercent(1 - own / random);
      const shown = (own: number | null) => (own === null ? '–' : own.toLocaleString('en-US'));
      return [
        bank,
        `${loss}`,
        shown(asked),
        shown(recorded),
        shown(random),
        saved(asked),
        saved(recorded),
      ];
    }),
  );
  return markdownTable(
    [
      'bank',
      'loss:',
      'both asked:',
      'first recorded:',
      'random pairs:',
      'saved, both asked:',
      'saved, first recorded:',
    ],
    rows,
  );
}

function expectedTable(planted: readonly Planted[]): string {
  const rows = banksOf(planted).map((bank) => [
    bank,
    ...(Object.keys(KINDS) as Kind[]).map((kind) => {
      const cell = cellOf(planted, bank, kind, 'asked');
      const error = Math.sqrt(mean(cell.map((one) => one.differing / one.all)) / cell[0].all);
      return (100 * FOUND * error).toFixed(1);
    }),
  ]);
  return markdownTable(['bank', ...Object.values(KIND_WORDS).map((words) => `${words}:`)], rows);
}

function coverTable(covers: readonly Cover[]): string {
  const share = (own: readonly Cover[], items: number) => {
    const looks = own.flatMap(({ looks, truth }) => {
      const look = lookAt(looks, items);
      return look === undefined ? [] : [{ look, truth }];
    });
    if (looks.length === 0) return '–';
    // Both are sums of the same numbers in another order.
    const holds = looks.filter(
      ({ look: { recorded }, truth }) => recorded[0] - 1e-9 <= truth && truth <= recorded[1] + 1e-9,
    );
    return percentOf(holds.length / looks.length);
  };
  const rowOf = (name: string, kind: string, own: readonly Cover[]) => [
    name,
    kind,
    `${own.length}`,
    ...(['asked', 'recorded'] as const).flatMap((way) =>
      SHORT.map((n) =>
        share(
          own.filter((one) => one.way === way),
          n,
        ),
      ),
    ),
  ];
  const rows = banksOf(covers).flatMap((bank) =>
    PAIR_KINDS.map((kind) =>
      rowOf(
        bank,
        kind,
        covers.filter((one) => one.bank === bank && one.pair === kind),
      ),
    ),
  );
  const heads = (['asked', 'recorded'] as const).flatMap((way) =>
    SHORT.map((n) => `${WAY_WORDS[way]}, ${n}:`),
  );
  return markdownTable(
    ['bank', 'models', 'comparisons:', ...heads],
    [...rows, rowOf('all', '', covers)],
  );
}

function inShort(
  planted: readonly Planted[],
  nulls: readonly Null[],
  covers: readonly Cover[],
  limits: readonly Limit[],
): string {
  const banks = banksOf(planted);
  const saved = (way: Way, kind: Kind) =>
    banks
      .map((bank) => `${wholePercent(meanSaved(planted, bank, kind, way))} (${bank})`)
      .join(', ');
  const powerAt100 = (way: Way) =>
    mean(banks.map((bank) => powerOf(cellOf(planted, bank, 'checkpoints', way), 5, 100) ?? 0));
  const held = covers.flatMap(({ looks, truth }) =>
    looks.map(({ recorded }) =>
      recorded[0] - 1e-9 <= truth && truth <= recorded[1] + 1e-9 ? 1 : 0,
    ),
  );
  const worst = SHORT.map((n) => {
    const looks = nulls.flatMap((one) => lookAt(one.looks, n) ?? []);
    return mean(looks.map(({ p }) => (p[1] <= ALPHA ? 1 : 0)));
  });
  const limited = banks
    .map((bank) => {
      const own = limits.filter((one) => one.bank === bank);
      return `${wholePercent(mean(own.map(({ model }) => model)))} (${bank})`;
    })
    .join(', ');
  const missed = banks.filter(
    (bank) => meanSaved(planted, bank, 'relatives', 'asked') < AIMED_SAVING,
  );
  return [
    '## In short',
    '',
    `- **False regressions**: ${worst.map((share, k) => `${(100 * share).toFixed(1)}% with ${SHORT[k]} items`).join(', ')}, of ${nulls.length.toLocaleString('en-US')} null comparisons; 5% are allowed. With \`--stop-early\` ${earlyShare(nulls)}.`,
    `- **Items saved against random pairs, relatives**, at equal standard error, mean of all lengths. First model recorded: ${saved('recorded', 'relatives')}. Both asked: ${saved('asked', 'relatives')}.`,
    `- **Missed**: the aim of 25% with both asked, on ${missed.length === 0 ? 'no bank' : missed.join(', ')}. The response model allows at most ${limited} for few items, with all answers known beforehand: relatives differ on items that are hard to foretell.`,
    `- **Near copies** save less. First model recorded: ${saved('recorded', 'checkpoints')}. Both asked: ${saved('asked', 'checkpoints')}. With few differing items the intervals are cautious: of losses of 5 points, ${WAYS.map((way) => `${percentOf(powerAt100(way))} (${WAY_WORDS[way]})`).join(', ')} are found with 100 items, mean of all banks.`,
    `- **Intervals**: ${percentOf(mean(held))} of the 95% intervals hold, over all banks, pairs and lengths.`,
  ].join('\n');
}
