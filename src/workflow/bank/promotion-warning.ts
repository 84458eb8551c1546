import { count, percent } from '../../numbers.ts';
import { NEARLY_ALL } from '../../ranking/recorded/test-model.ts';
import type { PromotionEffect } from './promotion-effect.ts';

/** What a promotion takes from the recorded models, and the remedy; nothing where it takes nothing. */
export function promotionWarning(
  { below, models }: PromotionEffect,
  bank: string,
  { isDone, database }: { readonly isDone: boolean; readonly database: string },
): string[] {
  if (below === 0) return [];
  return [
    `warning: ${isDone ? '' : 'if the ready items count, '}${count(below)} of ${count(models)} recorded models ${below === 1 ? 'has' : 'have'} answers to less than ${percent(NEARLY_ALL)} of the bank, so rankings mark ${below === 1 ? 'it' : 'them'} * (do not compare its rank). Let these models answer the new items too, and record all their answers: thetarank bank record FILE --to ${bank}${database}.${isDone ? ` Or take the promotion back: thetarank bank review ${bank} --undo N${database}` : ''}`,
  ];
}
