import type { LineStyle } from './line-panels.ts';

/**
 * A strategy looks the same in every chart. The colours are those of Okabe & Ito (2008), which colour-blind readers can
 * distinguish, with grey instead of yellow, which is too faint for a line on white. Dashes and shapes distinguish them
 * without colour.
 */
export const STYLES: readonly LineStyle[] = [
  { name: 'random', colour: '#767676', dash: [2, 3], shape: 'circle' },
  { name: 'random-stratified', colour: '#56B4E9', dash: [2, 3], shape: 'square' },
  { name: 'random-irt', colour: '#000000', dash: [6, 3], shape: 'diamond' },
  { name: 'anchors', colour: '#009E73', dash: [8, 2, 2, 2], shape: 'triangle-up' },
  { name: 'regression', colour: '#CC79A7', dash: [8, 2, 2, 2], shape: 'triangle-down' },
  { name: 'paper', colour: '#0072B2', dash: [10, 3], shape: 'cross' },
  { name: 'balanced', colour: '#E69F00', dash: [10, 3], shape: 'triangle-right' },
  { name: 'robust', colour: '#D55E00', dash: [], shape: 'circle' },
];
