import type { AnnotationEntry, AnnotationView } from '../../../api/annotations.ts';
import { labelled } from '../../format/marks.ts';
import { fixed, interval, NONE } from '../../format/number.ts';
import { currentLanguage, type Text, t } from '../../words/t.ts';

/** A name in the reader's language, or in the other one. */
export function nameOf(name: { en?: string | undefined; zh?: string | undefined }): string {
  return name[currentLanguage()] ?? name.en ?? name.zh ?? '';
}

/** A label with its name: `Circ: Diseases of the circulatory system`. */
export function labelName(
  view: Pick<AnnotationView, 'names'>,
  level: string,
  label: string | null,
): string {
  if (label === null) return t('does not fit');
  const name = view.names.find((one) => one.level === level)?.values[label];
  const own = name === undefined ? label : nameOf(name);
  return own === label ? label : labelled(label, own);
}

export function levelName(view: Pick<AnnotationView, 'names'>, level: string): string {
  const found = view.names.find((one) => one.level === level);
  return found === undefined ? level : nameOf(found.name);
}

/** A coefficient with its interval. */
export function coefficient({
  value,
  low,
  high,
}: {
  value: number | null;
  low: number | null;
  high: number | null;
}): string {
  if (value === null) return NONE;
  return low === null || high === null
    ? fixed(value, 2)
    : t('{value} ({interval})', {
        value: fixed(value, 2),
        interval: interval(low, high, (end) => fixed(end, 2)),
      });
}

export const STATES = {
  agreed: 'agreed||annotation',
  open: 'to be reviewed||annotation',
  conflict: 'in conflict||annotation',
  decided: 'decided||annotation',
} as const satisfies Record<AnnotationEntry['state'], Text>;

export const REASONS = {
  refusal: 'a model refused',
  unreadable: 'a label could not be read',
  'none-conflict': 'does not fit, or a label',
  disagreement: 'models differ',
} as const satisfies Record<NonNullable<AnnotationEntry['reason']>, Text>;
