import type { z } from 'zod';
import type { requestedSession } from '../../../../api/sessions.ts';
import { PERSON_ITEMS } from '../../../../workflow/live/test-defaults.ts';

/** The form of invitations as it was filled in: all texts. */
export interface InviteForm {
  readonly bank: string;
  readonly names: string;
  readonly form: string;
  readonly items: string;
  readonly ids: string;
  readonly timeLimit: string;
  readonly breaks: string;
  readonly feedback: string;
  readonly calibration: string;
  readonly seed: string;
  readonly days: string;
}

export const EMPTY_INVITATION: InviteForm = {
  ...{
    bank: '',
    names: '',
    form: 'fixed-representative',
    items: String(PERSON_ITEMS),
    ids: '',
    timeLimit: '',
    breaks: 'any',
  },
  ...{ feedback: 'result', calibration: '', seed: '1', days: '30' },
};

/** Most people at once: each is a session and a key. */
export const MOST_PEOPLE = 200;

/** The names, one per line, each once. */
export function namesOf(text: string): string[] {
  const names = text.split('\n').map((name) => name.trim());
  return [...new Set(names.filter(Boolean))];
}

/** The names that stand there more than once. */
export function doubleNames(text: string): string[] {
  const names = text
    .split('\n')
    .map((name) => name.trim())
    .filter(Boolean);
  return [...new Set(names.filter((name, k) => names.indexOf(name) < k))];
}

/** The request of one person's session. Forms that begin with `fixed-` are fixed ones. */
export function personRequest(
  form: InviteForm,
  bank: string,
  examinee: string,
): z.input<typeof requestedSession> {
  const [strategy, draw] = form.form.split('-');
  const ids = form.ids.split(/[\s,]+/).filter(Boolean);
  const isList = draw === 'list';
  const whole = {
    ...{ bank, examinee, person: true, scoring: 'service', strategy },
    items: isList || form.items === '' ? undefined : Number(form.items),
    form: strategy !== 'fixed' ? undefined : isList ? { items: ids } : { draw },
    timeLimit: form.timeLimit === '' ? null : Number(form.timeLimit),
    breaks: form.breaks,
    feedback: form.feedback,
    calibration:
      form.calibration === '' || strategy === 'robust' ? undefined : Number(form.calibration),
    seed: form.seed === '' ? undefined : Number(form.seed),
  };
  const entries = Object.entries(whole).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as z.input<typeof requestedSession>;
}

/** A person with the link that lets them in, or why there is none. */
export interface Invited {
  readonly name: string;
  readonly session: string;
  readonly link: string;
}

/** A table of links; names that a spreadsheet would take as a formula begin with an apostrophe. */
export function invitationsCsv(invited: readonly Invited[]): string {
  const cell = (text: string) =>
    `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const rows = invited.map(({ name, session, link }) => [name, session, link].map(cell).join(','));
  return `${['name,session,link', ...rows].join('\r\n')}\r\n`;
}
