import type { CalibrationName } from './methods.ts';

const STRATEGY_NAMES: Readonly<Record<string, string>> = {
  random: 'random items, plain mean',
  'random-irt': 'random items, calibrated',
  paper: 'published method',
  balanced: 'published, balanced',
  robust: 'robust',
};

const CALIBRATION_NAMES: Readonly<Record<CalibrationName, string>> = {
  none: '–',
  participants: '20 participants',
  recorded: 'other models',
  true: 'true parameters',
};

export function strategyName(strategy: string): string {
  return STRATEGY_NAMES[strategy] ?? strategy;
}

export function calibrationName(calibration: CalibrationName): string {
  return CALIBRATION_NAMES[calibration];
}

/** One name for both, such as `published method, 20 participants`. */
export function methodName({
  calibration,
  strategy,
}: {
  readonly calibration: CalibrationName;
  readonly strategy: string;
}): string {
  const name = strategyName(strategy);
  return calibration === 'none' ? name : `${name}, ${calibrationName(calibration)}`;
}
