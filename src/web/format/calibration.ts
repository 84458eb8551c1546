import type { CalibrationSummary } from '../../api/banks.ts';
import { type Text, t } from '../words/t.ts';

/** Response models as the field names them. */
const MODELS: Readonly<Record<string, string>> = {
  rasch: 'Rasch',
  '2pl': '2PL',
  '3pl': '3PL',
  '4pl': '4PL',
};
const METHODS: Readonly<Record<string, Text>> = {
  integrated: 'integrated over the items',
  marginal: 'marginal over the abilities',
  given: 'imported parameters',
  synthesis: 'synthesized participants',
  refresh: 'refresh with new answers',
};

/** The response model of a calibration; null if nothing was kept of it. */
export const modelName = (model: string | null) =>
  model === null ? null : (MODELS[model] ?? model);
export const methodWords = (method: string) =>
  METHODS[method] === undefined ? method : t(METHODS[method]);

/** A kept calibration as a choice among others. */
export function calibrationChoice(
  one: { readonly state: string } & Pick<CalibrationSummary, 'id' | 'model' | 'method'>,
): string {
  const values = { id: `${one.id}`, made: calibrationWords(one) };
  return one.state === 'in force'
    ? t('calibration {id} (in force): {made}', values)
    : t('calibration {id}: {made}', values);
}

/** How a calibration was made, in short. */
export function calibrationWords({
  model,
  method,
}: Pick<CalibrationSummary, 'model' | 'method'>): string {
  const name = modelName(model);
  return name === null
    ? methodWords(method)
    : t('{model}, {method}', { model: name, method: methodWords(method) });
}
