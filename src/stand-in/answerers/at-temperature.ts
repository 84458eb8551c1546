import type { DebateSettings } from '../../../sim/debate/settings.ts';

/**
 * How a simulated model repeats itself at a temperature T: it keeps its first opinion with probability 1 − (1 − steadiness) T, at least
 * 0. At 0 every repeat is the first answer, word for word. Without a temperature, as at 1, it is the steadiness of the settings. An assumption:
 * a temperature changes how often answers differ, and not how many are right.
 */
export function atTemperature(
  repeat: number,
  settings: DebateSettings,
  temperature: number | undefined,
): { readonly repeat: number; readonly settings: DebateSettings } {
  if (temperature === undefined) return { repeat, settings };
  if (temperature === 0) return { repeat: 0, settings };
  const steadiness = Math.max(0, 1 - (1 - settings.steadiness) * temperature);
  return { repeat, settings: { ...settings, steadiness } };
}
