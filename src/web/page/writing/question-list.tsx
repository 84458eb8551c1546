import { useState } from 'preact/hooks';
import type { WritingDetail, WritingQuestion } from '../../../api/writing.ts';
import { write } from '../../api/client.ts';
import { listed, withNote } from '../../format/marks.ts';
import { Badge } from '../../part/badge.tsx';
import { Pager } from '../../part/pager.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import { useAction } from '../../state/use-action.ts';
import { usePages } from '../../state/use-pages.ts';
import { t } from '../../words/t.ts';
import { Loaded } from './expert-writing-page.tsx';
import { IssueList } from './issue-list.tsx';
import { KIND_WORDS, STATE_WORDS } from './writing-words.ts';

interface Questions {
  readonly items: readonly WritingQuestion[];
  readonly next: string | null;
  readonly total: number;
}

/** The current questions of a panel, by state, with what was found and decided. */
export function QuestionList({
  panel,
  mayDecide,
  onResolved,
}: {
  panel: WritingDetail;
  mayDecide: boolean;
  onResolved: () => void;
}) {
  const [state, setState] = useState('');
  const pages = usePages<Questions>(
    `/v1/writing/${encodeURIComponent(panel.id)}/questions`,
    { state, limit: 20 },
    (event) => event.type === 'panel' && event.panel === panel.id,
  );
  const resolved = () => {
    pages.resource.reload();
    onResolved();
  };
  return (
    <section>
      <h2>{t('Questions and decisions')}</h2>
      <SelectField
        label={t('Show questions')}
        value={state}
        onChange={setState}
        choices={[
          { value: '', name: t('all||questions') },
          ...panel.states.map((one) => ({
            value: one.state,
            name: withNote(t(STATE_WORDS[one.state]), String(one.questions)),
          })),
        ]}
      />
      <Loaded of={pages.resource}>
        {({ items, next, total }) => (
          <>
            {items.length === 0 && <p class="note">{t('No question in this state.')}</p>}
            {items.map((one) => (
              <Question
                key={`${one.round}/${one.place}`}
                one={one}
                language={panel.language}
                path={`/v1/writing/${panel.id}/questions/${one.round}/${one.place}/resolution`}
                mayDecide={mayDecide && SETTLED_BY_HAND.has(one.state)}
                onResolved={resolved}
              />
            ))}
            {total > items.length && (
              <Pager shown={items.length} total={total} next={next} {...pages.steps} />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

const SETTLED_BY_HAND: ReadonlySet<WritingQuestion['state']> = new Set([
  'conflict',
  'rejected',
  'unseen',
]);

function Question({
  one,
  language,
  path,
  mayDecide,
  onResolved,
}: {
  one: WritingQuestion;
  language: string;
  path: string;
  mayDecide: boolean;
  onResolved: () => void;
}) {
  const { place, round, stem, options, key, explanation, evidence, source, issues } = one;
  const { decisions, resolution } = one;
  return (
    <article class="review-card">
      <h3>
        {t('Question {place} (round {round})', { place, round })}{' '}
        <Badge>{t(STATE_WORDS[one.state])}</Badge>
      </h3>
      {stem === null ? (
        <p>{t('The reply of the writer could not be read.')}</p>
      ) : (
        <div lang={language}>
          <p class="writing-stem">{stem}</p>
          {options !== null && (
            <ul class="writing-options">
              {Object.entries(options).map(([letter, text]) => (
                <li key={letter}>
                  {letter}. {text}
                </li>
              ))}
            </ul>
          )}
          <p>{t('Answer key: {key}', { key: options === null ? key.join('; ') : key.join('') })}</p>
          {explanation !== '' && (
            <p class="writing-text">{t('Explanation: {text}', { text: explanation })}</p>
          )}
          {evidence !== '' && (
            <p class="writing-text">{t('Evidence: {text}', { text: evidence })}</p>
          )}
        </div>
      )}
      <p class="help">{source}</p>
      <h4>{t('Issues found')}</h4>
      <IssueList issues={issues} />
      {decisions.length > 0 && (
        <>
          <h4>{t('Decisions of the experts')}</h4>
          <ul>
            {decisions.map(({ expert, accepts, reasons, comment }) => (
              <li key={expert}>
                {accepts
                  ? t('{expert} accepts', { expert })
                  : t('{expert} rejects: {reasons}', {
                      expert,
                      reasons: listed(reasons.map((kind) => t(KIND_WORDS[kind]))),
                    })}
                {comment !== '' && ` – ${comment}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {resolution !== null && (
        <p>
          {resolution.accepts
            ? t('{by} accepts: {comment}', { by: resolution.by, comment: resolution.comment })
            : t('{by} rejects: {comment}', { by: resolution.by, comment: resolution.comment })}
        </p>
      )}
      {mayDecide && <Resolve place={place} path={path} onResolved={onResolved} />}
    </article>
  );
}

function Resolve({
  place,
  path,
  onResolved,
}: {
  place: number;
  path: string;
  onResolved: () => void;
}) {
  const [comment, setComment] = useState('');
  const action = useAction(async (accepts: boolean) => {
    await write('PUT', path, { accepts, comment });
    onResolved();
  });
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <TextField
        label={t('Your comment on question {place}', { place })}
        value={comment}
        size={32}
        onInput={setComment}
      />
      <ProblemNote error={action.error} />
      <div class="actions">
        <button type="button" aria-disabled={action.busy} onClick={() => void action.run(true)}>
          {t('Accept question {place}', { place })}
        </button>
        <button type="button" aria-disabled={action.busy} onClick={() => void action.run(false)}>
          {t('Reject question {place}', { place })}
        </button>
      </div>
    </form>
  );
}
