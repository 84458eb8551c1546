import type { CalibrationSummary } from '../../api/banks.ts';

/** Response models as the field names them. */
const MODELS: Readonly<Record<string, string>> = {
  rasch: 'Rasch',
  '2pl': '2PL',
  '3pl': '3PL',
  '4pl': '4PL',
};
const METHODS: Readonly<Record<string, string>> = {
  integrated: 'integrated over the items',
  marginal: 'marginal over the abilities',
  given: 'imported parameters',
  synthesis: 'synthesized participants',
};

/** The response model of a calibration; null if nothing was kept of it. */
export const modelName = (model: string | null) =>
  model === null ? null : (MODELS[model] ?? model);
export const methodWords = (method: string) => METHODS[method] ?? method;

/** How a calibration was made, in short. */
export function calibrationWords({
  model,
  method,
}: Pick<CalibrationSummary, 'model' | 'method'>): string {
  const name = modelName(model);
  return `${name === null ? '' : `${name}, `}${methodWords(method)}`;
}
