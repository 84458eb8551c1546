import { PERSON_METHODS, type PersonMethod } from 'thetarank/study';

/** Tests of simulated people on one bank with one length. */
export interface PeopleCell {
  readonly bank: (typeof MODEL_BANKS)[number];
  readonly items: number;
  readonly methods: readonly PersonMethod[];
}

/** Robust tests of a large bank take an hour. */
const QUICK = PERSON_METHODS.filter((method) => method !== 'robust');

export const CELLS: readonly PeopleCell[] = [
  { bank: 'cruxeval-o', items: 20, methods: PERSON_METHODS.filter((own) => own !== 'balanced') },
  { bank: 'cruxeval-o', items: 80, methods: PERSON_METHODS.filter((own) => own !== 'balanced') },
  { bank: 'ikp', items: 20, methods: QUICK },
  { bank: 'ikp', items: 40, methods: QUICK },
];

/** Banks whose recorded models take the same forms. */
export const MODEL_BANKS = ['cruxeval-o', 'swebench-verified', 'ikp'] as const;
export const MODEL_LENGTHS = [20, 40, 80] as const;
