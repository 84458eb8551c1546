import { useEffect, useRef, useState } from 'preact/hooks';
import type { ExpertQuestion, WritingWork } from '../../../api/writing.ts';
import { PageHead } from '../../part/page-head.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { type Resource, useResource } from '../../state/use-resource.ts';
import { t, tr } from '../../words/t.ts';
import { AnswerForm } from './answer-form.tsx';
import { DecisionForm } from './decision-form.tsx';
import { Revealed } from './revealed.tsx';

type Place = WritingWork['questions'][number];

/** The work of an expert: one question after the other, first without its key, then with all that is known of it. */
export function ExpertWritingPage({ panel }: { panel: string }) {
  const work = useResource<WritingWork>(
    '/v1/writing/work',
    {},
    (event) => event.type === 'panel' && event.panel === panel,
  );
  return (
    <>
      <PageHead
        title={t('Review of questions')}
        lead={t(
          'Answer each question first without its key. Then you see key, passage and issues, and decide whether the question is good.',
        )}
      />
      <Loaded of={work}>{(data) => <Work work={data} reload={work.reload} />}</Loaded>
    </>
  );
}

/** What was read, its error, or that it is being read. */
export function Loaded<T>({
  of,
  children,
}: {
  of: Resource<T>;
  children: (data: T) => preact.ComponentChildren;
}) {
  return (
    <>
      {of.error !== null && <ProblemNote error={of.error} again={of.reload} />}
      {of.loading && <p role="status">{t('Loading the questions')} …</p>}
      {of.data !== null && children(of.data)}
    </>
  );
}

const keyOf = ({ round, place }: Pick<Place, 'round' | 'place'>) => `${round}/${place}`;

function Work({ work, reload }: { work: WritingWork; reload: () => void }) {
  const { questions, decided, closed, language } = work;
  const firstOpen = questions.find(({ state }) => state !== 'decided');
  const [chosen, setChosen] = useState<string | null>(null);
  const at = questions.findIndex((one) => keyOf(one) === chosen);
  const shown = questions[at] ?? firstOpen ?? questions[0];
  const heading = useRef<HTMLHeadingElement>(null);
  const key = shown === undefined ? null : keyOf(shown);
  // The focus follows the reader to the next question, and stays where it is at first.
  const before = useRef(key);
  useEffect(() => {
    if (before.current !== key) heading.current?.focus();
    before.current = key;
  }, [key]);
  const index = shown === undefined ? -1 : questions.indexOf(shown);
  const go = (to: Place | undefined) => setChosen(to === undefined ? null : keyOf(to));
  const nextOpen = questions.find((one, k) => k !== index && one.state !== 'decided');
  return (
    <>
      <p role="status">
        {tr('<b>{title}</b>: {text}', {
          title: work.title,
          text: [
            ...(work.round === null ? [] : [t('Round {round}', { round: work.round })]),
            t('{decided} of {questions} questions decided', {
              decided,
              questions: questions.length,
            }),
          ].join(t(', ||between parts')),
          b: (parts) => <strong>{parts}</strong>,
        })}
      </p>
      <progress
        value={decided}
        max={Math.max(1, questions.length)}
        aria-label={t('{decided} of {questions} questions decided', {
          decided,
          questions: questions.length,
        })}
      />
      {closed && <p class="note warn">{t('This panel is closed.')}</p>}
      {shown === undefined && <p class="note">{t('There is nothing to decide now.')}</p>}
      {shown !== undefined && firstOpen === undefined && (
        <p class="note" role="status">
          {t(
            'All questions of this round are decided. Thank you. You may still change decisions until the next round begins.',
          )}
        </p>
      )}
      {shown !== undefined && (
        <section class="review-card">
          <h2 ref={heading} tabIndex={-1}>
            {t('Question {number}', { number: shown.number })}
          </h2>
          <OneQuestion
            key={key}
            at={shown}
            language={language}
            onChanged={reload}
            onDecided={() => {
              go(nextOpen);
              reload();
            }}
          />
          <div class="actions">
            {index > 0 && (
              <button type="button" onClick={() => go(questions[index - 1])}>
                {t('Previous question')}
              </button>
            )}
            {index < questions.length - 1 && (
              <button type="button" onClick={() => go(questions[index + 1])}>
                {t('Next question')}
              </button>
            )}
            {nextOpen !== undefined && (
              <button type="button" onClick={() => go(nextOpen)}>
                {t('Next open question')}
              </button>
            )}
          </div>
        </section>
      )}
    </>
  );
}

function OneQuestion({
  at,
  language,
  onChanged,
  onDecided,
}: {
  at: Place;
  language: string;
  onChanged: () => void;
  onDecided: () => void;
}) {
  const path = `/v1/writing/work/${at.round}/${at.place}`;
  const read = useResource<ExpertQuestion>(path);
  const [answered, setAnswered] = useState<ExpertQuestion | null>(null);
  return (
    <Loaded of={read}>
      {(data) => {
        const question = answered ?? data;
        return (
          <>
            {at.change !== null && (
              <p class="note">
                {at.change === 'rewritten'
                  ? t(
                      'This question was rewritten after objections to it in the round before. You see them after your answer.',
                    )
                  : t('This question is new in this round: it replaces one that was not accepted.')}
              </p>
            )}
            <p class="writing-stem" lang={language}>
              {question.stem}
            </p>
            {question.revealed === null ? (
              <AnswerForm
                question={question}
                path={path}
                onAnswered={(shown) => {
                  setAnswered(shown);
                  onChanged();
                }}
              />
            ) : (
              <>
                <Revealed question={question} language={language} />
                <DecisionForm question={question} path={path} onDecided={onDecided} />
              </>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
