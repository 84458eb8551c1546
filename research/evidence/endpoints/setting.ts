/** How models are tested: items each, seed, answers in flight, and faults at a tenth of the requests. */
export const ITEMS = 100;
export const SEED = 1;
export const LAG = 8;
export const FAULTS = '429:0.03,429-retry-after:0.01,500:0.02,cut:0.02,garbage:0.01,duplicate:0.01';
