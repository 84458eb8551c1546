import { z } from 'zod';
import type { Prior } from '../../../../calibration/fit/marginal/prior.ts';

type Family = Prior['family'];

/** A prior such as `lognormal:0:0.5`, `beta:5:17` or `none`, of one of these families. */
export function prior(...accepted: readonly Family[]) {
  const forms = accepted.map((name) =>
    name === 'none' ? name : name === 'beta' ? 'beta:ALPHA:BETA' : `${name}:MEAN:SD`,
  );
  return z
    .string()
    .transform((text, { addIssue }): Prior => {
      const read = readPrior(text);
      if (read !== null && accepted.includes(read.family)) return read;
      addIssue({ code: 'custom', message: forms.join(', ') });
      return z.NEVER;
    })
    .meta({ value: 'prior' });
}

function readPrior(text: string): Prior | null {
  if (text === 'none') return { family: 'none' };
  const [family, ...parts] = text.split(':');
  const [x, y] = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (parts.length !== 2 || !Number.isFinite(x) || !(y > 0 && Number.isFinite(y))) return null;
  if (family === 'beta') return x > 0 ? { family, alpha: x, beta: y } : null;
  const isKnown = family === 'normal' || family === 'lognormal' || family === 'logitnormal';
  return isKnown ? { family, mean: x, sd: y } : null;
}
