import type { z } from 'zod';
import type { requestedSession } from '../../../api/sessions.ts';
import { t } from '../../words/t.ts';

/** A form as it was filled in: all texts. */
export interface SessionForm {
  readonly bank: string;
  readonly examinee: string;
  readonly strategy: string;
  readonly items: string;
  readonly model: string;
  readonly budget: string;
  readonly pretest: string;
  readonly lag: string;
  readonly seed: string;
  readonly calibration: string;
  readonly leaveOut: string;
  readonly scoring: string;
  readonly feedback: string;
  readonly expiresAt: string;
  readonly note: string;
  readonly rules: string;
}

/** Takes what is typed into a field. */
export type SetField = (name: keyof SessionForm) => (value: string) => void;

export const EMPTY_FORM: SessionForm = {
  bank: '',
  examinee: '',
  strategy: 'robust',
  items: '',
  model: '',
  budget: '',
  pretest: '',
  lag: '',
  seed: '1',
  calibration: '',
  leaveOut: '',
  scoring: 'caller',
  feedback: 'none',
  expiresAt: '',
  note: '',
  rules: JSON.stringify(
    {
      estimator: 'eap',
      select: { rule: 'maximum-information' },
      stop: { rule: 'standard-error', below: 0.3, least: 20 },
    },
    null,
    2,
  ),
};

/** Whether tests of a strategy can stand on a kept calibration. */
export const takesCalibration = (strategy: string) =>
  ['paper', 'balanced', 'adaptive', 'fixed'].includes(strategy);

/** The request of a form; the service fills in empty fields. @throws Error where the rules are no JSON */
export function sessionRequest(form: SessionForm): z.input<typeof requestedSession> {
  const given = <T>(text: string, value: (text: string) => T) =>
    text.trim() === '' ? undefined : value(text.trim());
  const request = {
    bank: form.bank,
    examinee: form.examinee.trim(),
    strategy: form.strategy,
    items: given(form.items, Number),
    model: given(form.model, String),
    budget: form.model === '' ? undefined : given(form.budget, Number),
    pretest: given(form.pretest, Number),
    lag: given(form.lag, Number),
    seed: given(form.seed, Number),
    calibration: takesCalibration(form.strategy) ? given(form.calibration, Number) : undefined,
    leaveOut: given(form.leaveOut, (text) =>
      text
        .split(/[\n,]/)
        .map((name) => name.trim())
        .filter(Boolean),
    ),
    scoring: form.model === '' ? form.scoring : undefined,
    feedback: form.feedback,
    expiresAt: given(form.expiresAt, (text) => new Date(text).toISOString()),
    note: given(form.note, String),
    adaptive: form.strategy === 'adaptive' ? readRules(form.rules) : undefined,
  };
  const entries = Object.entries(request).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as z.input<typeof requestedSession>;
}

function readRules(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(
      t('The rules are not valid JSON: {reason}.', { reason: (error as Error).message }),
    );
  }
}
