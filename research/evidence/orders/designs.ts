import type { OrderDesign } from 'thetarank/study';

const BASE = {
  items: 240,
  examinees: 30,
  guessing: 0.3,
  tagEffects: 0,
  allocation: 'equal',
} as const;
const SHARES = [0.1, 0.3, 0.8, 1];

/** The designs of docs/evidence/orders.md, by the name their random streams have. */
export const ORDER_DESIGNS: readonly {
  readonly name: string;
  readonly title: string;
  readonly design: OrderDesign;
}[] = [
  {
    name: 'small',
    title: '240 items, 30 examinees in the calibration, guessing up to .3',
    design: {
      ...BASE,
      spacings: [
        { spacing: 0, models: [2, 6, 12] },
        { spacing: 0.1, models: [2, 6] },
        { spacing: 0.2, models: [2, 6, 12] },
        { spacing: 0.4, models: [2, 6] },
        { spacing: 1, models: [2, 6] },
      ],
      shares: SHARES,
    },
  },
  {
    name: 'tag-effects',
    title:
      '240 items of four tags, 50 examinees in the calibration; each examinee and model is better or worse at each tag, with a standard deviation of .4 logits',
    design: {
      ...BASE,
      examinees: 50,
      tagEffects: 0.4,
      spacings: [
        { spacing: 0, models: [2, 6] },
        { spacing: 0.2, models: [2, 6] },
        { spacing: 0.4, models: [2, 6] },
      ],
      shares: SHARES,
    },
  },
  {
    name: 'large',
    title: '800 items, 20 examinees in the calibration, guessing up to .3',
    design: {
      ...BASE,
      items: 800,
      examinees: 20,
      spacings: [
        { spacing: 0, models: [2, 6] },
        { spacing: 0.2, models: [2, 6] },
      ],
      shares: SHARES,
    },
  },
  {
    name: 'adaptive',
    title:
      '240 items, 30 examinees in the calibration; items go where the order is undecided, and a run may end at any of its looks',
    design: {
      ...BASE,
      allocation: 'adaptive',
      spacings: [
        { spacing: 0, models: [2, 6] },
        { spacing: 0.2, models: [6] },
        { spacing: 0.4, models: [2, 6] },
      ],
      shares: [0.3, 0.8],
    },
  },
];
