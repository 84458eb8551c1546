import { EFFECT_NAMES } from 'thetarank';
import type { Replicated } from '../../study.ts';
import { markdownTable } from '../../text.ts';
import {
  ABILITIES,
  CONFIDENCE,
  KINDS,
  PASS_KS,
  PASS_REPEATS,
  PILOT,
  PLANS,
  type pass,
  type plan,
  type recover,
  truth,
} from './cells.ts';
import type { Kind, Sizes } from './simulate.ts';

interface NoiseResults {
  readonly recovered: readonly Replicated<
    { readonly kind: Kind; readonly missing: number; readonly sizes: Sizes },
    ReturnType<typeof recover>
  >[];
  readonly plans: readonly Replicated<{ readonly which: number }, ReturnType<typeof plan>>[];
  readonly passes: readonly Replicated<
    { readonly ability: number; readonly items: number },
    ReturnType<typeof pass>
  >[];
}

const EFFECTS = [1, 2, 3, 4, 5, 6, 7, 8];
const percent = (share: number) => `${Math.round(100 * share)}`;
const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;

/** docs/evidence/noise.md */
export function noisePage(of: NoiseResults): string {
  const recovered = of.recovered.map(({ cell, results: own }) => ({ ...cell, own }));
  const plans = of.plans.map(({ cell, results: own }) => ({ ...cell, own }));
  const passes = of.passes.map(({ cell, results: own }) => ({ ...cell, own }));
  const cover = (rows: typeof recovered, effect: number) =>
    rows.flatMap(({ own }) =>
      own[0][effect] === undefined ? [] : [mean(own.map((one) => one[effect].holds))],
    );
  const every = (kind: Kind) =>
    EFFECTS.flatMap((effect) =>
      cover(
        recovered.filter((row) => row.kind === kind),
        effect,
      ),
    );
  const bias = recovered.flatMap(({ kind, sizes, own }) =>
    Object.keys(own[0]).map((effect) => {
      const values = own.map((one) => one[effect].estimate);
      const average = mean(values);
      const sd = Math.sqrt(mean(values.map((x) => (x - average) ** 2)));
      return (
        Math.abs(average - truth(kind, sizes.conditions).get(Number(effect))!) /
        (sd / Math.sqrt(own.length))
      );
    }),
  );
  const passCover = (of: 'like' | 'these' | 'bootstrap') =>
    passes.flatMap(({ own }) => PASS_KS.map((_, k) => mean(own.map((one) => one[k][of]))));
  const ends = (values: readonly number[]) =>
    `${percent(Math.min(...values))} to ${percent(Math.max(...values))}% (mean ${percent(mean(values))}%)`;
  return `# Evidence for answer noise

Does \`thetarank noise\` find the variance components that were planted, do plans promise the errors that come true, and do intervals of pass@k hold?
All answers are simulated, so the truth is known. No model was asked. Intervals are ${100 * CONFIDENCE}% intervals.

## In short

- **Components are unbiased.** Of ${bias.length} means of estimates ${bias.filter((z) => z > 1.96).length} lie more than 1.96 standard errors from the truth (5% are expected: ${(0.05 * bias.length).toFixed(0)}); the largest distance is ${Math.max(...bias).toFixed(1)}.
- **Their intervals**: of normal scores ${ends(every('normal'))} of them hold, of right and wrong answers ${ends(every('right or wrong'))}.
- **Planned errors**: ${plans.map(({ own }) => (Math.sqrt(mean(own.map(({ error }) => error ** 2))) / own[0].exact).toFixed(2)).join(', ')} times the promised error came true in the six designs, if components are known. From a pilot study the promise is ${percent(Math.min(...plans.map(({ own }) => mean(own.map(({ promised, exact }) => promised / exact)))))} to ${percent(Math.max(...plans.map(({ own }) => mean(own.map(({ promised, exact }) => promised / exact)))))}% of it on average.
- **pass@k**: ${ends(passCover('like'))} of the intervals for items like these hold, ${ends(passCover('these'))} of those for exactly these items. Of percentile intervals of the bootstrap over items, ${ends(passCover('bootstrap'))}.

## Variance components

Models, items, conditions and answers each; ${recovered[0]?.own.length ?? 0} simulations per row. "Right or wrong": the logit of the probability is a sum of normal effects; the true components on the scale of scores
are integrals. With missing cells 20% are left out at random, and the others have 1 to all of the answers. Each cell: the mean estimate as a share of the truth, and how
many of 100 intervals hold.

${KINDS.map(
  (kind) => `### ${kind === 'normal' ? 'Normal scores' : 'Right or wrong answers'}

True components, with several conditions: ${[...truth(kind, 2)].map(([effect, value]) => `${EFFECT_NAMES.get(effect)} ${value.toFixed(4)}`).join(', ')}.

${markdownTable(
  [
    'models × items × conditions × answers',
    'missing:',
    ...EFFECTS.map((effect) => `${EFFECT_NAMES.get(effect)}:`),
  ],
  recovered
    .filter((row) => row.kind === kind)
    .map(({ sizes, missing, own }) => [
      Object.values(sizes).join(' × '),
      `${100 * missing}%`,
      ...EFFECTS.map((effect) =>
        own[0][effect] === undefined
          ? '–'
          : `${(mean(own.map((one) => one[effect].estimate)) / truth(kind, sizes.conditions).get(effect)!).toFixed(2)}, ${percent(mean(own.map((one) => one[effect].holds)))}`,
      ),
    ]),
)}
`,
).join('\n')}
Components of models and conditions come from few levels: their intervals hold, but are several times as wide as the component.

## Planned errors

Standard errors of the difference of two models, in points, right or wrong answers. "Promised": by the true components. "Came true": the root mean square of the difference found minus the
true one, over conditions without end, and over items like these or over the bank; ± is the simulation's own error. "By a pilot": the mean promise, as a share of the exact one, of a pilot study with ${PILOT.models} models, ${PILOT.items} items,
${PILOT.conditions} conditions and ${PILOT.repeats} answers each, and how many of 100 intervals of it hold.

${markdownTable(
  [
    'bank:',
    'items:',
    'conditions:',
    'answers each:',
    'simulations:',
    'promised:',
    'came true:',
    'by a pilot:',
    'intervals hold:',
  ],
  plans.map(({ which, own }) => {
    const { bank, items, conditions, repeats } = PLANS[which];
    const squares = own.map(({ error }) => error ** 2);
    const root = Math.sqrt(mean(squares));
    const spread =
      Math.sqrt(mean(squares.map((x) => (x - root ** 2) ** 2)) / own.length) / (2 * root);
    return [
      bank === null ? 'no end' : `${bank}`,
      `${items}`,
      `${conditions}`,
      `${repeats}`,
      `${own.length}`,
      (100 * own[0].exact).toFixed(2),
      `${(100 * root).toFixed(2)} ± ${(100 * spread).toFixed(2)}`,
      mean(own.map(({ promised, exact }) => promised / exact)).toFixed(2),
      percent(mean(own.map(({ holds }) => holds))),
    ];
  }),
)}

The error that remains with all items of a bank is of conditions and repeats. With conditions taken as fixed it would be of repeats alone.

## pass@k

${PASS_REPEATS} answers to each item; the probability that an answer passes has a beta distribution over items. ${passes[0]?.own.length ?? 0} simulations per row. Intervals for items like these, for exactly these items (a bank asked
whole), and, to compare, percentile intervals of the mean over items drawn again: how many of 100 hold.

${markdownTable(
  [
    'items pass',
    'items:',
    ...PASS_KS.flatMap((k) => [`k = ${k}: like these:`, 'these:', 'bootstrap:', 'width, points:']),
  ],
  passes.map(({ ability, items, own }) => [
    `${ABILITIES[ability].name}: beta(${ABILITIES[ability].a}, ${ABILITIES[ability].b})`,
    `${items}`,
    ...PASS_KS.flatMap((_, k) => [
      ...(['like', 'these', 'bootstrap'] as const).map((of) =>
        percent(mean(own.map((one) => one[k][of]))),
      ),
      (100 * mean(own.map((one) => one[k].width))).toFixed(0),
    ]),
  ]),
)}

With k equal to the number of answers an item's own variance cannot be seen; intervals for exactly these items are then those for items like these, and hold too often.

## What this does not show

- Effects are independent, and normal on the scale of logits. Items of a benchmark come in groups, and models in families; then effects of items and models are
  less certain than stated.
- Cells are missing at random. If a model left out what it finds hard, components are biased.
- Repeats are independent given the cell. A service that returns kept replies, or a seed that is the same, looks steadier than the model is.
- Conditions are a random sample of others like them. Temperatures are not: use \`--fixed-conditions\`.
`;
}
