import { toCsv } from '../../../files/write/write.ts';
import { type DifReport, difWarnings } from './words.ts';

const COLUMNS = [
  ...[
    'item',
    'flagged_by',
    'effect',
    'se',
    'effect_by',
    'corrected_p',
    'corrected_p_by',
    'non_uniform',
    'suspected_for',
  ],
  ...['mh_chi2', 'mh_chi2_uncorrected', 'mh_odds_ratio', 'ets_delta', 'ets_class', 'mh_p'],
  ...['mh_p_corrected', 'lr_uniform', 'lr_nonuniform', 'lr_both', 'delta_r2', 'lr_p'],
  ...['lr_p_corrected', 'irt_uniform', 'irt_nonuniform', 'irt_both', 'irt_shift', 'irt_p'],
  ...['irt_p_corrected', 'design_effect'],
];

/** All items with the statistics of every method. */
export function difCsv({ analysis }: DifReport): string {
  const { dif, items } = analysis;
  return toCsv(
    COLUMNS,
    items.map((item, j) => {
      const mh = dif['mantel-haenszel']?.items[j];
      const lr = dif.logistic?.items[j];
      const irt = dif.irt?.items[j];
      return [
        ...[item.item, item.flaggedBy.join('+'), item.effect, item.se, item.effectBy],
        ...[item.adjusted, item.adjustedBy, item.nonUniform ? 1 : 0, item.suspectedFor.join('+')],
        ...[mh?.plain.chiSquare, mh?.plain.chiSquareUncorrected, mh?.plain.oddsRatio],
        ...[mh?.plain.delta, mh?.plain.etsClass, mh?.p, mh?.adjusted],
        ...[lr?.plain.uniform, lr?.plain.nonUniform, lr?.plain.both, lr?.plain.deltaR2],
        ...[lr?.p, lr?.adjusted],
        ...[irt?.plain.uniform, irt?.plain.nonUniform, irt?.plain.both, irt?.plain.shift],
        ...[irt?.p, irt?.adjusted, dif.designEffects[j]],
      ];
    }),
  );
}

export function difJson(report: DifReport): object {
  const { analysis, groups, request, examinees, leftOut } = report;
  const { dif, items, contamination, ranking, usualError } = analysis;
  const { methods, correction, alpha, mostRounds, strata, arrangements, seed, hardBelow } = request;
  const ofMethod = (method: (typeof methods)[number]) => {
    const found = dif[method];
    return found === null
      ? null
      : { rounds: found.rounds, settled: found.settled, matching: found.matching };
  };
  return {
    groups,
    examinees,
    leftOut,
    settings: { methods, correction, alpha, mostRounds, strata, hardBelow, seed },
    flagged: items.filter(({ flaggedBy }) => flaggedBy.length > 0).map(({ item }) => item),
    usualError,
    doubts: analysis.doubts,
    curves: dif.curves,
    families:
      dif.families === null
        ? null
        : {
            arrangements,
            oneLabel: dif.families.pure,
            severalLabels: dif.families.mixed,
            leastP: Math.exp(-dif.families.logArrangements),
          },
    methods: Object.fromEntries(methods.map((method) => [method, ofMethod(method)])),
    focalAbility: dif.irt?.fit.focal ?? null,
    items: items.map((item, j) => ({
      ...item,
      designEffect: dif.designEffects[j],
      ...Object.fromEntries(methods.map((method) => [method, dif[method]?.items[j] ?? null])),
    })),
    contamination: contamination && {
      ...contamination,
      models: named(contamination.models, items),
      families: contamination.families && named(contamination.families, items),
      dated: contamination.dated && {
        models: named(contamination.dated.models, items),
        families: contamination.dated.families && named(contamination.dated.families, items),
        all: contamination.dated.all && named([contamination.dated.all], items)[0],
      },
    },
    ranking,
    warnings: difWarnings(report),
  };
}

/** Suspects by their ids. */
function named<T extends { readonly suspects: readonly number[] }>(
  units: readonly T[],
  items: readonly { readonly item: string }[],
) {
  return units.map((unit) => ({ ...unit, suspects: unit.suspects.map((j) => items[j].item) }));
}
