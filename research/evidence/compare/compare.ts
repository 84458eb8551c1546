import { randomStream } from 'thetarank';
import { study, table } from '../../study.ts';
import { choiceLimit } from './limit.ts';
import { comparePage } from './page.ts';
import {
  closePairs,
  PAIR_KINDS,
  type PairKind,
  randomPairs,
  studiedBank,
} from './recorded-pairs.ts';
import { compareBy, KINDS, type Kind, plantedLoss, splitHalves, stopEarly } from './replicate.ts';

export const BANKS = ['mmlu-pro', 'cruxeval-o', 'ikp', 'swebench-verified'] as const;
export const LOSSES = [0, 1, 2, 5] as const;
/** Items at which comparisons with planted losses are looked at; those below 90% of the bank. */
export const LENGTHS = [50, 100, 150, 250, 400, 700, 1000, 1500, 2500, 4000, 6000];
export const SHORT = [50, 100, 200];
/** Null comparisons per bank, pairs and repetitions; fewer on the large bank. */
const NULLS = 750;
const pairsOf = (bank: string) => (bank === 'mmlu-pro' ? 4 : 6);
const runsOf = (bank: string) => (bank === 'mmlu-pro' ? 16 : 48);
const COVERED = 24;
const COVER_RUNS = 4;

interface NullCell {
  readonly bank: string;
  readonly model: number;
  readonly way: 'asked' | 'recorded';
  readonly k: number;
}
interface PlantedCell {
  readonly bank: string;
  readonly pair: readonly [number, number];
  /** Place of the pair among those of the bank. */
  readonly p: number;
  readonly kind: Kind;
  readonly loss: number;
}
interface CoverCell {
  readonly bank: string;
  readonly kind: PairKind;
  readonly pair: readonly [number, number];
  readonly p: number;
}

export const compare = study({
  question:
    'How many items does compare need to find a loss, how often does it report one that is not there, and do its intervals hold? On recorded answers of the built-in banks, without the families of the compared models. About an hour.',
  page: 'compare.md',
  tables({ data }) {
    const banks = new Map(BANKS.map((name) => [name as string, studiedBank(name, data)]));
    const bankOf = (name: string) => banks.get(name)!;
    const pairs = BANKS.flatMap((bank) =>
      closePairs(bankOf(bank), pairsOf(bank)).map((pair, p) => ({ bank, pair, p })),
    );
    return {
      limits: table(pairs, 1, ({ bank, pair }) => choiceLimit(bankOf(bank), pair)),
      nulls: table(
        BANKS.flatMap((bank) => nullCells(bank, pairs)),
        1,
        replicateNull,
      ),
      planted: table(
        pairs.flatMap((of) =>
          (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
            LOSSES.map((loss): PlantedCell => ({ ...of, kind, loss })),
          ),
        ),
        ({ bank }) => runsOf(bank),
        replicatePlanted,
      ),
      covers: table(
        BANKS.flatMap((bank) =>
          PAIR_KINDS.flatMap((kind) => {
            const random = randomStream('compare', bank, kind);
            return randomPairs(bankOf(bank), kind, COVERED, random).map(
              (pair, p): CoverCell => ({ bank, kind, pair, p }),
            );
          }),
        ),
        COVER_RUNS,
        replicateCover,
      ),
    };

    /** Of few families, because each needs a calibration without it. */
    function nullCells(bank: string, of: typeof pairs): NullCell[] {
      const random = randomStream('compare', bank, 'null models');
      const models = of.filter((own) => own.bank === bank).flatMap(({ pair }) => pair);
      return Array.from({ length: NULLS }, (_, k) => {
        const model = models[Math.floor(random() * models.length)];
        return { bank, model, way: k % 2 === 0 ? 'asked' : 'recorded', k };
      });
    }

    function replicateNull({ bank, model, way, k }: NullCell) {
      const seed = `null/${bank}/${k}`;
      const { parameters, answers } = splitHalves(bankOf(bank), model, seed);
      return {
        ...{ bank, way, early: stopEarly(way, parameters, answers, seed) },
        looks: compareBy(way, parameters, answers, SHORT, seed),
      };
    }

    function replicatePlanted({ bank, pair, p, kind, loss }: PlantedCell, run: number) {
      const of = bankOf(bank);
      const seed = `planted/${bank}/${pair.join('-')} ${kind} ${loss} ${run - 1}`;
      const answers = plantedLoss(of, pair, kind, loss, seed);
      if (answers === null) return [];
      const differing = answers[0].filter((x, j) => x !== answers[1][j]).length;
      const parameters = of.without(...pair);
      const lengths = LENGTHS.filter((length) => length <= 0.9 * of.items);
      return (['asked', 'recorded', 'random'] as const).map((way) => ({
        ...{ bank, way, kind, loss, differing, all: of.items },
        looks: compareBy(way, parameters, answers, lengths, `${seed}/${p}`),
      }));
    }

    function replicateCover({ bank, kind, pair, p }: CoverCell, run: number) {
      const of = bankOf(bank);
      const answers = [of.answersOf(pair[0]), of.answersOf(pair[1])] as const;
      const truth = answers[1].reduce((sum, x, j) => sum + x - answers[0][j], 0) / of.items;
      const seed = `cover/${bank}/${kind} ${p} ${run - 1}`;
      return (['asked', 'recorded'] as const).map((way) => ({
        ...{ bank, way, pair: kind, truth },
        looks: compareBy(way, of.without(...pair), answers, SHORT, seed),
      }));
    }
  },
  write: ({ limits, nulls, planted, covers }) =>
    comparePage({
      limits: limits.flatMap(({ cell: { bank }, results }) =>
        results.map((own) => ({ bank, ...own })),
      ),
      nulls: nulls.flatMap(({ results }) => results),
      planted: planted.flatMap(({ results }) => results.flat()),
      covers: covers.flatMap(({ results }) => results.flat()),
    }),
});
