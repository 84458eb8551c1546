import { useState } from 'preact/hooks';
import type { ExpertQuestion } from '../../../api/writing.ts';
import { ISSUE_KINDS, type IssueKind } from '../../../prompt/write/issues.ts';
import { write } from '../../api/client.ts';
import { Field } from '../../part/field.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { useAction } from '../../state/use-action.ts';
import { type Text, t } from '../../words/t.ts';
import { issueText } from './issue-list.tsx';
import { KIND_WORDS } from './writing-words.ts';

/** The decision about a question whose key is known: which issues are relevant, and whether it is accepted. */
export function DecisionForm({
  question,
  path,
  onDecided,
}: {
  question: ExpertQuestion;
  path: string;
  onDecided: () => void;
}) {
  const { issues, decision } = question.revealed!;
  const [accepts, setAccepts] = useState<boolean | null>(decision?.accepts ?? null);
  const [reasons, setReasons] = useState<readonly IssueKind[]>(decision?.reasons ?? []);
  const [relevant, setRelevant] = useState<readonly boolean[]>(
    decision?.relevant ?? issues.map(() => false),
  );
  const [comment, setComment] = useState(decision?.comment ?? '');
  const [lacking, setLacking] = useState<Text | null>(null);
  const action = useAction(async () => {
    await write('PUT', `${path}/decision`, {
      ...{ accepts, comment, relevant },
      reasons: accepts === true ? [] : reasons,
    });
    onDecided();
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const missing = missingOf(accepts, reasons, comment);
        setLacking(missing);
        if (missing === null) void action.run();
      }}
    >
      <h3>{t('Issues found')}</h3>
      {issues.length === 0 ? (
        <p>{t('No issue was found.')}</p>
      ) : (
        <fieldset>
          <legend>{t('Mark the issues that are relevant.')}</legend>
          {issues.map((issue, k) => (
            <label key={k} class="writing-choice">
              <input
                type="checkbox"
                checked={relevant[k] === true}
                onChange={() =>
                  setRelevant(issues.map((_, j) => (j === k) !== (relevant[j] === true)))
                }
              />{' '}
              {issueText(issue)}
            </label>
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>{t('Your decision')}</legend>
        <label class="writing-choice">
          <input
            type="radio"
            name="decision"
            checked={accepts === true}
            onChange={() => setAccepts(true)}
          />{' '}
          {t('Accept this question')}
        </label>
        <label class="writing-choice">
          <input
            type="radio"
            name="decision"
            checked={accepts === false}
            onChange={() => setAccepts(false)}
          />{' '}
          {t('Reject this question')}
        </label>
      </fieldset>
      {accepts === false && (
        <fieldset>
          <legend>{t('What is wrong with it? Mark at least one reason.')}</legend>
          {ISSUE_KINDS.map((kind) => (
            <label key={kind} class="writing-choice">
              <input
                type="checkbox"
                checked={reasons.includes(kind)}
                onChange={() =>
                  setReasons(
                    reasons.includes(kind)
                      ? reasons.filter((one) => one !== kind)
                      : [...reasons, kind],
                  )
                }
              />{' '}
              {t(KIND_WORDS[kind])}
            </label>
          ))}
        </fieldset>
      )}
      <Field label={t('Comment for the writer (needed for “another issue”)')}>
        {(ids) => (
          <textarea
            {...ids}
            rows={3}
            maxLength={1000}
            value={comment}
            onInput={(event) => setComment(event.currentTarget.value)}
          />
        )}
      </Field>
      {lacking !== null && <p role="alert">{t(lacking)}</p>}
      <ProblemNote error={action.error} />
      <button type="submit" class="primary" aria-disabled={action.busy}>
        {t('Save decision')}
      </button>
    </form>
  );
}

/** What a decision still needs before it can be sent. */
function missingOf(
  accepts: boolean | null,
  reasons: readonly IssueKind[],
  comment: string,
): Text | null {
  if (accepts === null) return 'Choose whether to accept the question.';
  if (accepts) return null;
  if (reasons.length === 0) return 'A rejection needs at least one reason: mark what is wrong.';
  return reasons.includes('other') && comment.trim() === ''
    ? 'Say in the comment what the other issue is.'
    : null;
}
