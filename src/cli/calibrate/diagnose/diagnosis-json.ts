import type {
  BankDiagnosis,
  ItemPair,
} from '../../../../calibration/diagnose/bank/bank-diagnosis.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { DiagnosisFiles } from './diagnosis-input.ts';

/** Everything of a diagnosis, with the names of items; items and examinees in the order of the recorded answers. */
export function diagnosisJson(
  { settings, items, worstFirst, examinees, bank }: Diagnosis,
  { parameters, responses, families, choices, keys }: DiagnosisFiles,
  html: string | null,
): object {
  const names = items.map(({ item }) => item);
  return {
    files: {
      parameters,
      responses,
      families: families ?? null,
      choices: choices ?? null,
      keys: keys ?? null,
    },
    settings,
    bank: bank === null ? null : bankJson(bank, names),
    worstFirst: worstFirst.map((j) => names[j]),
    items,
    examinees,
    html,
  };
}

/** Pairs of items by their names. */
function bankJson(bank: BankDiagnosis, names: readonly string[]) {
  const named = ({ items: [one, two], value }: ItemPair) => ({
    items: [names[one], names[two]],
    value,
  });
  const { correlations, dependence } = bank;
  return {
    ...bank,
    correlations:
      correlations.value === null
        ? correlations
        : {
            ...correlations,
            value: { ...correlations.value, pair: named(correlations.value.pair) },
          },
    dependence:
      dependence.value === null
        ? dependence
        : {
            ...dependence,
            value: { ...dependence.value, pairs: dependence.value.pairs.map(named) },
          },
  };
}
