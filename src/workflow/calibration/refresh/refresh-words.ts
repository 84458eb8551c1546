import type {
  ItemFate,
  RefreshWarning,
  RetirementReason,
} from '../../../../calibration/refresh/refresh-types.ts';
import { plural } from '../../../numbers.ts';

export const FATE_WORDS: Readonly<Record<ItemFate, string>> = {
  held: 'unchanged',
  pooled: 'estimated on all answers',
  redone: 'estimated on new answers',
  added: 'new item',
  none: 'no parameters',
};

export const RETIREMENT_WORDS: Readonly<Record<RetirementReason, string>> = {
  'negative-discrimination': 'weaker models do better on it (discrimination below 0)',
  'negative-for-new': 'of the new models, weaker ones do better on it (new answers alone)',
  'no-discrimination-for-new':
    'it tells new models of different ability hardly apart (new answers alone)',
  'drift-and-misfit': 'it has drifted, and no curve fits the new answers',
  'none-right-since-new':
    'it has drifted: no new model has it right, although earlier ones had (new answers alone)',
  'right-for-all': 'every model, old and new, has it right',
  'wrong-for-all': 'no model, old or new, has it right: its key may be wrong',
};

/** Names of a list that are shown; the report has all. */
const SHOWN = 5;

/** A list of names, shortened. */
export function someOf(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return `${names.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function warningWords(warning: RefreshWarning): string {
  switch (warning.kind) {
    case 'few-new-examinees':
      return `Only ${plural(warning.found, 'new model')} answered; with fewer than ${warning.needed}, drift is hardly found and standard errors are rough.`;
    case 'few-anchors':
      return `Only ${warning.found} of ${warning.of} items hold the scale. Check the drifted items for a common cause before you accept.`;
    case 'many-drifted':
      return `${warning.found} of ${warning.of} items have drifted. So many point to a cause of all, such as another prompt, and not to the items.`;
    case 'sparse-link':
      return `Method link calibrates everything again, but ${warning.found} of ${plural(warning.of, 'model')} answered less than ${100 * warning.share}% of the items, as in adaptive tests. With few answers each this made predictions of new models worse in a study (docs/evidence/refresh.md). The method fixed holds stable items; auto chooses it here.`;
    case 'not-settled':
      return 'The choice of anchors did not settle: it still changed in the last round.';
    case 'not-converged':
      return 'The new calibration has not converged.';
    case 'no-old-answers':
      return 'The answers that the old calibration was made from are not in the database, so only its standard errors say how exact it is.';
    case 'few-answers':
      return `${plural(warning.items.length, 'new item')} with fewer than ${plural(warning.needed, 'answer')} got no parameters: ${someOf(warning.items)}.`;
    case 'extrapolated':
      return `Beyond the abilities that the calibration knows: ${someOf(warning.examinees)}. Their scores are extrapolated.`;
  }
}
