import { useRef, useState } from 'preact/hooks';
import type { RatedAnswer, RatingWork } from '../../../api/ratings.ts';
import { write } from '../../api/client.ts';
import { Field } from '../../part/field.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { usePageKeys } from '../../state/page-keys.ts';
import { useAction } from '../../state/use-action.ts';
import { t } from '../../words/t.ts';
import { type Draft, keepDraft, keptDraft } from './rating-draft.ts';

/** The reply to a rating. */
export interface Kept {
  readonly rated: number;
  readonly next: number | null;
}

const LONGEST_COMMENT = 4000;

/**
 * The grades of one answer. A digit grades the aspect with the focus, else the first without a grade, and goes to the next aspect; Enter sends once all
 * are given. What is not sent yet survives a reload.
 */
export function GradeForm({
  panel,
  work: { rubric, closed },
  answer: { place, rating },
  onBack,
  onKept,
}: {
  panel: string;
  work: RatingWork;
  answer: RatedAnswer;
  onBack: (() => void) | null;
  onKept: (kept: Kept) => void;
}) {
  const { aspects } = rubric;
  const [draft, setDraft] = useState<Draft>(
    () =>
      keptDraft(panel, place) ?? { grades: rating?.grades ?? {}, comment: rating?.comment ?? '' },
  );
  const form = useRef<HTMLFormElement>(null);
  // Keys can come faster than the form is drawn.
  const latest = useRef(draft);
  const change = (changed: Partial<Draft>) => {
    const next = { ...latest.current, ...changed };
    latest.current = next;
    setDraft(next);
    keepDraft(panel, place, next);
  };
  const give = (aspect: string, value: number) =>
    change({ grades: { ...latest.current.grades, [aspect]: value } });
  const missingOf = ({ grades }: Draft) =>
    aspects.filter(({ name }) => grades[name] === undefined).length;
  const missing = missingOf(draft);
  const send = useAction(async () => {
    const path = `/v1/ratings/${encodeURIComponent(panel)}/work/${place}`;
    const { grades, comment } = latest.current;
    const said = comment.trim() === '' ? null : comment;
    const kept = await write<Kept>('PUT', path, { grades, comment: said });
    keepDraft(panel, place, null);
    onKept(kept);
  });
  const groups = () => [...form.current!.querySelectorAll<HTMLElement>('fieldset')];
  const grade = (digit: number) => {
    if (closed) return;
    const focused = groups().findIndex((group) => group.contains(document.activeElement));
    const open = aspects.findIndex(({ name }) => latest.current.grades[name] === undefined);
    // With all grades given, a digit too many changes none.
    const at = focused !== -1 ? focused : open;
    if (at === -1) return;
    const { name, low, high } = aspects[at];
    if (digit < low || digit > high) return;
    give(name, digit);
    const to =
      at + 1 < aspects.length
        ? groups()[at + 1].querySelector<HTMLElement>('input:checked, input')
        : form.current!.querySelector<HTMLElement>('button[type=submit]');
    to?.focus();
  };
  const submit = () => {
    if (missingOf(latest.current) === 0 && !closed) void send.run();
  };
  usePageKeys([
    ...Array.from({ length: 10 }, (_, digit) => ({
      key: String(digit),
      name: t('Grade an aspect'),
      run: () => grade(digit),
    })).filter((_, digit) => aspects.some(({ low, high }) => digit >= low && digit <= high)),
    ...(onBack === null ? [] : [{ key: 'p', name: t('Previous answer'), run: onBack }]),
    { key: 'n', name: t('Next answer'), run: submit },
  ]);
  return (
    <form
      ref={form}
      class="rating-form"
      aria-label={t('Grades')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        const isGrade = (event.target as Element).closest('fieldset') !== null;
        if (!isGrade || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          submit();
        }
        if (!/^\d$/.test(event.key)) return;
        event.preventDefault();
        // Else the page's own keys would grade the next aspect by it too.
        event.stopPropagation();
        grade(Number(event.key));
      }}
    >
      <div class="rating-grades">
        {aspects.map(({ name, label, low, high, points }) => (
          <fieldset key={name} disabled={closed}>
            <legend lang={rubric.language}>{label}</legend>
            <div class="rating-scale">
              {Array.from({ length: high - low + 1 }, (_, k) => low + k).map((value) => (
                <label key={value} title={points[value]}>
                  <input
                    type="radio"
                    name={name}
                    value={value}
                    checked={draft.grades[name] === value}
                    onChange={() => give(name, value)}
                  />
                  {value}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <details open={draft.comment !== ''}>
        <summary>{t('Comment (optional)')}</summary>
        <Field label={t('Comment')}>
          {(ids) => (
            <textarea
              {...ids}
              rows={3}
              maxLength={LONGEST_COMMENT}
              readOnly={closed}
              value={draft.comment}
              onInput={(event) => change({ comment: event.currentTarget.value })}
            />
          )}
        </Field>
      </details>
      <ProblemNote error={send.error} />
      <div class="actions">
        <button
          type="button"
          aria-disabled={onBack === null}
          onClick={() => {
            onBack?.();
          }}
        >
          {t('Previous answer')}
        </button>
        <button type="submit" class="primary" aria-disabled={missing > 0 || send.busy || closed}>
          {t('Next answer')}
        </button>
        <span role="status" class="faint">
          {closed
            ? t('The panel is closed.')
            : missing > 0
              ? t(
                  '{n, plural, one {# aspect has no grade yet} other {# aspects have no grade yet}}',
                  {
                    n: missing,
                  },
                )
              : t('All aspects have a grade.')}
        </span>
      </div>
    </form>
  );
}
