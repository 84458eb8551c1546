/** Four aspects with five grades each, five models. */
export const ASPECTS = 4;
export const GRADES = 5;
export const MODELS = 5;
export const THRESHOLDS = [-1.5, -0.5, 0.5, 1.5];
export const DIFFICULTIES = [-0.45, -0.15, 0.15, 0.45];
/** Standard deviations in logits: of models' means, of items, of answers beside both, and of an answer's aspects. */
export const MODEL_SD = 0.4;
export const ITEM_SD = 0.5;
export const ANSWER_SD = 0.8;
export const ASPECT_SD = 0.5;
/** Of a rater's impressions of answers, where there are any. */
export const HALO = 0.8;
/** How far the scores of a rater of central tendency follow quality. */
export const CENTRAL = 0.4;
/** How much stricter one rater is in one aspect than in the others. */
export const BIAS = 1;

export interface Design {
  readonly name: string;
  readonly raters: number;
  readonly answers: number;
  readonly perAnswer: number;
  /** Standard deviation of severities. */
  readonly sd: number;
  /** Who rates: by chance, or strict raters the better models more often. */
  readonly assignment?: 'chance' | 'unbalanced';
  readonly misfit?: 'halo' | 'central' | 'bias';
  /** Fit without means by model. */
  readonly ignoresModels?: boolean;
}

const USUAL = { raters: 4, answers: 200, perAnswer: 2, sd: 0.5 } as const;

export const DESIGNS: readonly Design[] = [
  { ...USUAL, name: 'usual: 4 raters, 200 answers, each by 2, severities sd 0.5' },
  { ...USUAL, name: 'severities sd 1', sd: 1 },
  { ...USUAL, name: 'no severities', sd: 0 },
  { ...USUAL, name: 'each answer by all 4', perAnswer: 4 },
  { ...USUAL, name: '2 raters, all answers by both', raters: 2 },
  { ...USUAL, name: '8 raters', raters: 8 },
  { ...USUAL, name: '20 answers', answers: 20 },
  { ...USUAL, name: '500 answers', answers: 500 },
  { ...USUAL, name: 'unbalanced', assignment: 'unbalanced' },
  { ...USUAL, name: 'unbalanced, sd 1', assignment: 'unbalanced', sd: 1 },
  {
    ...USUAL,
    name: 'unbalanced, sd 1, fit without models',
    ...{ assignment: 'unbalanced', sd: 1, ignoresModels: true },
  },
  { ...USUAL, name: 'unbalanced, sd 1, 20 answers', assignment: 'unbalanced', sd: 1, answers: 20 },
  { ...USUAL, name: 'halo', misfit: 'halo' },
  { ...USUAL, name: 'central tendency of one rater', misfit: 'central' },
  { ...USUAL, name: 'one rater stricter in one aspect', misfit: 'bias' },
];
