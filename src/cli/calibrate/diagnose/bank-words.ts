import type {
  BankDiagnosis,
  Finding,
  Simulated,
} from '../../../../calibration/diagnose/bank/bank-diagnosis.ts';
import { count, decimal, plural } from '../../../numbers.ts';
import { probabilityText } from './probability-text.ts';

/** A measure of the whole bank, in words. */
export interface BankWords {
  readonly name: string;
  readonly value: string;
  /** What it says, and what to do. */
  readonly meaning: string;
}

/** RMSEA up to this is close fit, up to the second acceptable. @see Maydeu-Olivares & Joe (2014), Multivariate Behavioral Research 49, 305–328 */
const RMSEA = [0.05, 0.089] as const;
/** Reliability from which single examinees may be compared, and from which groups may. */
const RELIABLE = [0.9, 0.7] as const;
const LEAST_P = 0.05;

/** The measures of a bank in the order in which they are read. */
export function bankWords(bank: BankDiagnosis, item: (j: number) => string): BankWords[] {
  const { margins, correlations, dependence, dimensions, reliability, information } = bank;
  const words = <T>(
    name: string,
    finding: Finding<T>,
    of: (value: T) => Omit<BankWords, 'name'>,
  ) =>
    finding.value === null
      ? { name, value: '–', meaning: sentence(finding.reason!) }
      : { name, ...of(finding.value) };
  const pair = ([one, two]: readonly [number, number]) => `${item(one)} and ${item(two)}`;
  return [
    words('Reliability, empirical', reliability.empirical, (value) => ({
      value: decimal(value, 3),
      meaning: reliabilityWords(value),
    })),
    words('Reliability, marginal', reliability.marginal, (value) => ({
      value: decimal(value, 3),
      meaning: 'Of examinees drawn from the prior.',
    })),
    words('Smallest standard error', information, ({ smallest }) => ({
      value: decimal(smallest.standardError, 3),
      meaning: `Of an ability estimated from all items, at ability ${decimal(smallest.ability, 2)}.`,
    })),
    words('M2', margins, ({ m2, df, p, rmsea, rmseaInterval: [low, high] }) => ({
      value: `${decimal(m2, 1)}, df ${count(df)}, p ${probabilityText(p)}`,
      meaning: `RMSEA ${decimal(rmsea, 3)} (90% interval ${decimal(low, 3)} to ${decimal(high, 3)}): ${rmsea <= RMSEA[0] ? 'close fit' : rmsea <= RMSEA[1] ? 'acceptable fit' : 'poor fit; look at items and dimensions below'}.`,
    })),
    words('Residual correlations', correlations, ({ srmsr, largest, pair: worst }) => ({
      value: `SRMSR ${decimal(srmsr.observed, 3)}`,
      meaning: `${simulatedWords(srmsr)} Largest: ${decimal(worst.value, 2)}, ${pair(worst.items)}${largest.p === null ? '' : ` (p ${probabilityText(largest.p)})`}.`,
    })),
    words(
      'Dependent pairs (Q3)',
      dependence,
      ({ largest, dependent, pairs, compared, threshold }) => ({
        value: dependent === null ? '–' : `${count(dependent)} of ${count(compared)}`,
        meaning:
          dependent === null || threshold === null
            ? `Largest |Q3 − mean| ${decimal(largest.observed, 2)}${pairs.length > 0 ? `, ${pair(pairs[0].items)}` : ''}; without simulated answers there is no limit to compare it with.`
            : dependent === 0
              ? `No pair beyond ${decimal(threshold, 2)}, the 5% limit of the largest |Q3 − mean| of independent items.`
              : `Beyond ${decimal(threshold, 2)}, the 5% limit of the largest |Q3 − mean| of independent items: ${pairs
                  .slice(0, 3)
                  .map(({ items, value }) => `${pair(items)} ${decimal(value, 2)}`)
                  .join(
                    '; ',
                  )}${dependent > 3 ? '; …' : ''}. Look for shared text, or one item that gives away another.`,
      }),
    ),
    words('Dimensions', dimensions, ({ best, enough, compared, families }) => ({
      value: `${enough}`,
      meaning: `${dimensionWords(enough, compared.length)}. Log-likelihood per answer: ${compared
        .map(({ dimensions: n, logLikelihood }) => `${n}: ${decimal(logLikelihood, 4)}`)
        .join(', ')} (best ${best}, ${plural(families, 'family', 'families')}).`,
    })),
  ];
}

function dimensionWords(enough: number, compared: number): string {
  if (compared === 1)
    return `Only ${plural(enough, 'ability', 'abilities')} could be tried, so nothing was compared`;
  return enough === 1
    ? 'One ability predicts answers of left-out examinees as well as more do'
    : `${enough} abilities predict answers of left-out examinees better than fewer; consider calibrating parts of the bank apart`;
}

function reliabilityWords(value: number): string {
  if (value >= RELIABLE[0]) return 'High: single examinees can be compared.';
  if (value >= RELIABLE[1])
    return 'Enough to compare groups; single examinees only if they are far apart.';
  return 'Low: abilities from these items hardly distinguish these examinees.';
}

function simulatedWords({ simulated, p }: Simulated): string {
  if (simulated === null || p === null) return '';
  return `Answers simulated from the parameters give ${decimal(simulated[0], 3)} to ${decimal(simulated[2], 3)} (p ${probabilityText(p)}): ${p < LEAST_P ? 'some items go together more than one ability explains' : 'this shows nothing, because parameters were fitted to the same answers'}.`;
}

/** With a capital and a full stop. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
