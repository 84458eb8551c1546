import { InvalidArgumentError } from 'commander';
import type { Prior } from '../../../calibration/fit/marginal/prior.ts';

const FAMILIES = ['none', 'normal', 'lognormal', 'logitnormal', 'beta'] as const;

/** Reads a prior such as `lognormal:0:0.5`, `beta:5:17` or `none`; only the families named are taken. */
export function priorOption(
  ...accepted: readonly (typeof FAMILIES)[number][]
): (text: string) => Prior {
  return (text) => {
    const [family, first, second, ...more] = text.split(':');
    const x = first === undefined || first.trim() === '' ? Number.NaN : Number(first);
    const y = second === undefined || second.trim() === '' ? Number.NaN : Number(second);
    const isKnown = (accepted as readonly string[]).includes(family) && more.length === 0;
    if (isKnown && family === 'none' && first === undefined) return { family };
    const isPair =
      isKnown && family !== 'none' && Number.isFinite(x) && Number.isFinite(y) && y > 0;
    if (isPair && family === 'beta' && x > 0) return { family, alpha: x, beta: y };
    if (isPair && (family === 'normal' || family === 'lognormal' || family === 'logitnormal'))
      return { family, mean: x, sd: y };
    const forms = accepted.map((name) =>
      name === 'none' ? name : name === 'beta' ? 'beta:ALPHA:BETA' : `${name}:MEAN:SD`,
    );
    throw new InvalidArgumentError(`Accepted: ${forms.join(', ')}.`);
  };
}
