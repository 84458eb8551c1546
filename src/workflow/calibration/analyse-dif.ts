import {
  type Contamination,
  findContamination,
} from '../../../calibration/diagnose/dif/contamination.ts';
import type { DifGroups } from '../../../calibration/diagnose/dif/dif-answers.ts';
import {
  type DifMethod,
  type DifOptions,
  type DifResult,
  findDif,
} from '../../../calibration/diagnose/dif/find-dif.ts';
import {
  type ScoresWithout,
  scoresWithout,
} from '../../../calibration/diagnose/dif/scores-without.ts';
import { fitMarginal } from '../../../calibration/fit/library-marginal.ts';
import { wasmEngine } from '../../../calibration/kernel/wasm-engine.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { answerDoubts, type ExamineeDoubt } from '../../scoring/doubts/examinee-doubts.ts';
import { chiSquareTail } from '../../statistics/chi-square-tail.ts';
import { median } from '../../statistics/median.ts';

export interface DifRequest extends Omit<DifOptions, 'engine' | 'onRound'> {
  /** Null: contamination is not looked for. */
  readonly hardBelow: number | null;
  readonly threads: number;
}

/** An item with what the methods say of it. */
export interface DifItem {
  readonly item: string;
  readonly flaggedBy: readonly DifMethod[];
  /** Of the first method that has one, in the order of DIF_METHODS. */
  readonly effect: number | null;
  readonly se: number | null;
  readonly effectBy: DifMethod | null;
  /** The least corrected probability; null if no method could test it. */
  readonly adjusted: number | null;
  /** The method of this probability. */
  readonly adjustedBy: DifMethod | null;
  /** Flagged, and by this method the difference itself depends on ability: the effect, one number for all abilities, can be near 0. */
  readonly nonUniform: boolean;
  /** Units whose leaked items it may be among. */
  readonly suspectedFor: readonly string[];
}

export interface DifAnalysis {
  readonly dif: DifResult;
  readonly contamination: Contamination | null;
  readonly items: readonly DifItem[];
  readonly doubts: readonly ExamineeDoubt[];
  readonly ranking: ScoresWithout;
  /** The median standard error of an effect; null if there is none. */
  readonly usualError: number | null;
}

/** DIF, contamination, and the scores without the items concerned. @param watch told what is being done */
export function analyseDif(
  matrix: ResponseMatrix,
  groups: DifGroups,
  { hardBelow, threads, ...options }: DifRequest,
  watch: (doing: string) => void,
): DifAnalysis {
  const engine = wasmEngine(threads);
  try {
    const dif = findDif(matrix, groups, {
      ...options,
      engine,
      onRound: (method, round) => watch(`${method}, round ${round}`),
    });
    let contamination: Contamination | null = null;
    if (hardBelow !== null) {
      watch('contamination');
      const { families, alpha } = options;
      const { parameters } = fitMarginal(matrix, { model: dif.curves, engine });
      const { labels, dates } = groups;
      contamination = findContamination(matrix, parameters, {
        families,
        hardBelow,
        alpha,
        dates: dates && { examinees: labels, items: dates },
      });
    }
    const items = itemsOf(matrix, dif, options, contamination);
    const isFlagged = items.map(({ flaggedBy, suspectedFor }) =>
      flaggedBy.length + suspectedFor.length > 0 ? 1 : 0,
    );
    const errors = items.flatMap(({ se }) => se ?? []);
    return {
      dif,
      contamination,
      items,
      doubts: answerDoubts({ matrix, families: options.families }),
      ranking: scoresWithout(matrix, isFlagged),
      usualError: errors.length === 0 ? null : median(errors),
    };
  } finally {
    engine.close();
  }
}

function itemsOf(
  { items }: ResponseMatrix,
  dif: DifResult,
  { methods, alpha }: Pick<DifOptions, 'methods' | 'alpha'>,
  contamination: Contamination | null,
): DifItem[] {
  const suspected = new Map<number, string[]>();
  // Families say more than their members; without families the models speak for themselves.
  for (const { name, suspects } of contamination?.families ?? contamination?.models ?? [])
    for (const j of suspects) suspected.set(j, [...(suspected.get(j) ?? []), name]);
  return items.map((item, j) => {
    const own = methods.flatMap((method) => {
      const found = dif[method]?.items[j];
      return found == null ? [] : [{ method, ...found }];
    });
    const surest = own.reduce<(typeof own)[number] | null>(
      (least, one) => (least === null || one.adjusted < least.adjusted ? one : least),
      null,
    );
    const sized = own.find(({ effect, se }) => effect !== null && se !== null);
    return {
      item,
      flaggedBy: own.filter(({ flagged }) => flagged).map(({ method }) => method),
      effect: sized?.effect ?? null,
      se: sized?.se ?? null,
      effectBy: sized?.method ?? null,
      adjusted: surest?.adjusted ?? null,
      adjustedBy: surest?.method ?? null,
      nonUniform:
        surest?.flagged === true &&
        'nonUniform' in surest.plain &&
        surest.plain.nonUniform !== null &&
        chiSquareTail(surest.plain.nonUniform / dif.designEffects[j], 1) < alpha,
      suspectedFor: suspected.get(j) ?? [],
    };
  });
}
