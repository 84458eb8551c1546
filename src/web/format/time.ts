import { currentLocale, t } from '../words/t.ts';
import { NONE } from './number.ts';

/** By locale: making one takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string): Intl.DateTimeFormat {
  const made =
    formats.get(locale) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  formats.set(locale, made);
  return made;
}

/** A moment in the reader's own time zone. */
export function moment(iso: string | null | undefined): string {
  if (iso === null || iso === undefined) return NONE;
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? NONE : formatOf(currentLocale()).format(date);
}

/** How long something takes, in the two largest units. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return NONE;
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return t('{seconds} s', { seconds: whole });
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return t('{minutes} min {seconds} s', { minutes, seconds: whole % 60 });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t('{hours} h {minutes} min', { hours, minutes: minutes % 60 });
  return t('{days} days {hours} h', { days: Math.floor(hours / 24), hours: hours % 24 });
}
