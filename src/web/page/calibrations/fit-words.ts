import type { CalibrationDetail } from '../../../api/banks.ts';
import { ability, compact } from '../../format/number.ts';
import { type Text, t } from '../../words/t.ts';

/** What measures of fit are called. */
const NAMES: Readonly<Record<string, Text>> = {
  converged: 'Converged',
  iterations: 'Rounds',
  logLikelihood: 'Log-likelihood',
  integratedLogLikelihood: 'Log-likelihood, items integrated out',
  curveLogLikelihood: 'Log-likelihood of the curves',
  logPosterior: 'Log-posterior',
  aic: 'AIC',
  bic: 'BIC',
  seconds: 'Seconds',
  designEffect: 'Design effect',
  effectiveParticipants: 'Effective participants',
  seB: 'Standard error of b',
};

export const fitName = (name: string) => (NAMES[name] === undefined ? name : t(NAMES[name]));

/** A measure of fit: yes or no, a count, or a number. */
export function fitValue({ name, value }: CalibrationDetail['fit'][number]): string {
  if (name === 'converged') return value === 1 ? t('yes') : t('no');
  return name === 'seB' ? ability(value) : compact(value);
}
