import type { Computation } from '../../../api/workers.ts';
import { count, fixed } from '../../format/number.ts';
import { duration, moment } from '../../format/time.ts';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { t } from '../../words/t.ts';

/** How far computations are, over all workers. */
export function ComputationTable({ of }: { of: readonly Computation[] }) {
  const alive = of.filter(({ isAlive }) => isAlive);
  const ended = of.length - alive.length;
  return (
    <>
      <AliveTable of={alive} />
      {ended > 0 && (
        <p class="note">
          {t(
            '{n, plural, one {# computation} other {# computations}} whose command has ended: results are kept for a week, and used if it is started again.',
            { n: ended },
          )}
        </p>
      )}
    </>
  );
}

function AliveTable({ of }: { of: readonly Computation[] }) {
  return (
    <DataTable<Computation>
      caption={t('Computations under way')}
      layout="stacked"
      rows={of}
      keyOf={({ id }) => id}
      empty={t('No computation is under way. Commands with --on workers begin one.')}
      columns={[
        { name: t('Computation'), cell: ({ name }) => name },
        { name: t('Progress'), look: 'progress', cell: (one) => <ComputationProgress of={one} /> },
        { name: t('Begun'), kind: 'close', cell: ({ begunAt }) => moment(begunAt) },
        {
          name: t('Version'),
          kind: 'close',
          look: 'wide-only',
          cell: ({ version }) => version,
        },
      ]}
    />
  );
}

function ComputationProgress({ of }: { of: Computation }) {
  const { name, isStopping, tasks, perSecond, secondsLeft } = of;
  const { all, handedOut, done, failed } = tasks;
  const text = [
    all === null
      ? t('{done} done, {handedOut} handed out', { done: count(done), handedOut: count(handedOut) })
      : t('{part} of {whole}', { part: count(done), whole: count(all) }),
    ...(perSecond === null ? [] : [rateText(perSecond)]),
    ...(secondsLeft === null ? [] : [t('{time} left', { time: duration(secondsLeft) })]),
  ];
  return (
    <>
      {failed > 0 ? (
        <Badge tone="bad">{t('failed')}</Badge>
      ) : (
        isStopping && <Badge tone="warn">{t('ending')}</Badge>
      )}{' '}
      <span class="number">{text.join(t(', ||between parts'))}</span>
      <progress
        aria-label={t('Progress of {name}', { name })}
        {...(all === null ? {} : { value: done, max: all })}
      />
    </>
  );
}

/** Per minute where that is the more readable number. */
function rateText(perSecond: number): string {
  return perSecond >= 1 || perSecond === 0
    ? t('{n} per second', { n: fixed(perSecond, 1) })
    : t('{n} per minute', { n: fixed(60 * perSecond, 1) });
}
