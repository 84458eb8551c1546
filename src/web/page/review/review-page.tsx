import { useState } from 'preact/hooks';
import type { Job } from '../../../api/jobs.ts';
import type { ReviewPage as Queue, ReviewChange } from '../../../api/review.ts';
import { withoutReview } from '../../../question-text.ts';
import { write } from '../../api/client.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Pager } from '../../part/pager.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { ServiceWords } from '../../part/service-words.tsx';
import { Link } from '../../router/link.tsx';
import { setQuery } from '../../router/use-place.ts';
import type { PageProps } from '../../shell/page.tsx';
import { mayAdminister, useMe } from '../../state/me-context.ts';
import { useAction } from '../../state/use-action.ts';
import { usePages } from '../../state/use-pages.ts';
import { choicesOf } from '../../words/choices.ts';
import { type Text, t, tr } from '../../words/t.ts';
import { ChangeNote } from './change-note.tsx';
import { DecisionLog } from './decision-log.tsx';
import { EffectsSection } from './effects-section.tsx';
import { ReviewCard } from './review-card.tsx';
import { SuspectTable } from './suspect-table.tsx';

const SIZE = 50;
const STATES = [
  { value: 'open', name: 'not reviewed' },
  { value: 'decided', name: 'reviewed' },
  { value: 'all', name: 'all' },
] as const satisfies readonly { value: string; name: Text }[];

/** The review of a bank: one suspected item after the other, what was decided, and what the decisions change. */
export function ReviewPage({ params, query }: PageProps) {
  const { bank } = params;
  const me = useMe();
  const path = `/v1/banks/${encodeURIComponent(bank)}/review`;
  const { state = 'open' } = query;
  const pages = usePages<Queue>(
    path,
    { state, limit: SIZE },
    ({ type }) => type === 'review' || type === 'job',
  );
  const [change, setChange] = useState<ReviewChange | null>(null);
  const audit = useAction(async () => {
    await write<Job>('POST', `/v1/banks/${encodeURIComponent(bank)}/audits`);
  });
  const [started, setStarted] = useState(false);
  const decided = (made: ReviewChange) => {
    setChange(made);
    pages.resource.reload();
  };
  const startAudit = (
    <button
      type="button"
      class={pages.resource.data?.audit === null ? 'primary' : undefined}
      aria-disabled={audit.busy}
      onClick={async () => setStarted(await audit.run())}
    >
      {t('Audit this bank')}
    </button>
  );
  return (
    <>
      <PageHead
        title={t('Review of {bank}', { bank })}
        lead={t(
          'Items that may be faulty. Accept an item that is right, correct its key, or retire it: retired items are no longer asked or counted.',
        )}
        crumb={
          <>
            <Link to={['banks']}>{t('Banks')}</Link> / <Link to={['banks', bank]}>{bank}</Link>
          </>
        }
      >
        {mayAdminister(me) && pages.resource.data?.changeable === true && startAudit}
      </PageHead>
      <ProblemNote error={audit.error} />
      {started && (
        <p class="note" role="status">
          {tr(
            'The audit has started. Its progress is in <a>Jobs</a>; this page shows its suspects when it is done.',
            { a: (parts) => <Link to={['jobs']}>{parts}</Link> },
          )}
        </p>
      )}
      <Await of={pages.resource} what={t('the review')}>
        {(queue) => (
          <>
            {!queue.changeable && (
              <p class="note warn">
                <ServiceWords text={capital(withoutReview(bank))} />
              </p>
            )}
            {queue.changeable && queue.audit === null ? (
              <p class="note">
                {tr(
                  mayAdminister(me)
                    ? 'This bank was not audited yet, so no item is suspected. The audit looks for wrong keys and other faults in the questions and in the recorded answers. Start it with “Audit this bank”, or run: {command}'
                    : 'This bank was not audited yet, so no item is suspected. The audit looks for wrong keys and other faults in the questions and in the recorded answers. Ask an administrator to run: {command}',
                  { command: <code>thetarank bank audit {bank}</code> },
                )}
              </p>
            ) : (
              queue.audit !== null && <Progress queue={queue} at={queue.audit.at} />
            )}
            <ChangeNote path={path} change={change} onDecided={decided} />
            {queue.audit !== null && (
              <Suspects
                queue={queue}
                state={state}
                bank={bank}
                path={path}
                chosen={query.item}
                mayDecide={mayAdminister(me) && queue.changeable}
                last={change}
                onDecided={decided}
                steps={pages.steps}
              />
            )}
            {queue.version !== null && (
              <>
                <DecisionLog
                  path={path}
                  mayUndo={mayAdminister(me) && queue.changeable}
                  change={change}
                  onDecided={decided}
                />
                <EffectsSection bank={bank} path={path} change={change} />
              </>
            )}
          </>
        )}
      </Await>
    </>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Progress({ queue: { suspects, reviewed }, at }: { queue: Queue; at: string }) {
  const text = t('{part} of {whole} reviewed', {
    part: count(reviewed),
    whole: count(suspects),
  });
  return (
    <div class="review-progress">
      <p>
        <strong>{text}</strong> <span class="faint">{t('Audit of {at}', { at: moment(at) })}</span>
      </p>
      <progress aria-label={t('Reviewed suspects')} value={reviewed} max={Math.max(1, suspects)}>
        {text}
      </progress>
    </div>
  );
}

/** The item in review, and the queue. */
function Suspects({
  queue,
  state,
  bank,
  path,
  chosen,
  mayDecide,
  last,
  onDecided,
  steps,
}: {
  queue: Queue;
  state: string;
  bank: string;
  path: string;
  chosen: string | undefined;
  mayDecide: boolean;
  last: ReviewChange | null;
  onDecided: (change: ReviewChange) => void;
  steps: ReturnType<typeof usePages>['steps'];
}) {
  const { items } = queue;
  const current = chosen ?? items[0]?.item;
  const at = items.findIndex(({ item }) => item === current);
  const go = (to: { readonly item: string } | undefined) => setQuery({ item: to?.item ?? null });
  return (
    <>
      {current === undefined ? (
        <p class="note">
          {queue.suspects === 0
            ? t('The audit found no suspected items.')
            : state === 'open'
              ? t('All suspected items are reviewed.')
              : t('No suspected items here.')}
        </p>
      ) : (
        <ReviewCard
          key={current}
          bank={bank}
          item={current}
          path={path}
          mayDecide={mayDecide}
          last={last}
          onBack={at > 0 ? () => go(items[at - 1]) : null}
          onNext={at >= 0 && at + 1 < items.length ? () => go(items[at + 1]) : null}
          onDecided={(change) => {
            const [entry] = change.entries;
            go(entry?.decision === 'undo' ? entry : (items[at + 1] ?? items[at - 1]));
            onDecided(change);
          }}
        />
      )}
      <section aria-labelledby="suspects">
        <h2 id="suspects">{t('Suspected items')}</h2>
        <div class="filters">
          <SelectField
            label={t('Show')}
            value={state}
            choices={choicesOf(STATES)}
            onChange={(value) => setQuery({ state: value === 'open' ? null : value, item: null })}
          />
        </div>
        <SuspectTable rows={items} current={current} onChoose={go} />
        <Pager shown={items.length} total={queue.total} next={queue.next} {...steps} />
      </section>
    </>
  );
}
