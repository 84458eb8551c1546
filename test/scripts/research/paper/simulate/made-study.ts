import { PUBLISHED_SCORES } from '../../../../../item-bank/builtin/climedbench-published.ts';
import {
  lengthsOf,
  METHODS,
  type Part,
} from '../../../../../scripts/research/paper/simulate/methods.ts';
import type { PaperBlock } from '../../../../../scripts/research/paper/simulate/paper-block.ts';

const models = PUBLISHED_SCORES.map(({ model }) => model);
const study = { items: 1000, lengths: [20, 243] };

/** Method m of seed s lies m + s points below the whole bank, from m = 0, in intervals of ±10 points. */
function block(part: Part, seed: number): PaperBlock {
  const regular = models.map((_, i) => (i + 1) / 20);
  return {
    regular,
    participants: part === 'published' ? Array(20).fill(0.6 - seed / 10) : [],
    methods: METHODS[part].map((method, m) => {
      const rows = (by: number) =>
        lengthsOf(method, study.lengths).map(() =>
          regular.map((score) => score - (m + seed) / 100 + by),
        );
      return { scores: rows(0), low: rows(-0.1), high: rows(0.1), seconds: 11 };
    }),
    calibrations: [{ name: part === 'published' ? 'participants' : 'recorded', seconds: 3 }],
  };
}

/** A study that nobody simulated: two seeds, one of them with recorded answers. */
export const madeStudy = {
  models,
  study,
  blocks: {
    published: [block('published', 1), block('published', 2)],
    recorded: [block('recorded', 1)],
  },
};
