export const SLOPES = ['positive', 'any'] as const;
/** Which slopes a calibration may find; priors of a are of its size. */
export type Slopes = (typeof SLOPES)[number];
