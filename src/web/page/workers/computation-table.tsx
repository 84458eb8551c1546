import type { Computation } from '../../../api/workers.ts';
import { count, fixed } from '../../format/number.ts';
import { duration, moment } from '../../format/time.ts';
import { counted } from '../../format/words.ts';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';

/** How far computations are, over all workers. */
export function ComputationTable({ of }: { of: readonly Computation[] }) {
  const alive = of.filter(({ isAlive }) => isAlive);
  const ended = of.length - alive.length;
  return (
    <>
      <AliveTable of={alive} />
      {ended > 0 && (
        <p class="note">
          {counted(ended, 'computation')} whose command has ended: results are kept for a week, and
          used if it is started again.
        </p>
      )}
    </>
  );
}

function AliveTable({ of }: { of: readonly Computation[] }) {
  return (
    <DataTable<Computation>
      caption="Computations under way"
      layout="stacked"
      rows={of}
      keyOf={({ id }) => id}
      empty="No computation is under way. Commands with --on workers begin one."
      columns={[
        { name: 'Computation', cell: ({ name }) => name },
        { name: 'Progress', look: 'progress', cell: (one) => <ComputationProgress of={one} /> },
        { name: 'Begun', kind: 'close', cell: ({ begunAt }) => moment(begunAt) },
        {
          name: 'Version',
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
      ? `${count(done)} done, ${count(handedOut)} handed out`
      : `${count(done)} of ${count(all)}`,
    ...(perSecond === null ? [] : [rateText(perSecond)]),
    ...(secondsLeft === null ? [] : [`${duration(secondsLeft)} left`]),
  ];
  return (
    <>
      {failed > 0 ? (
        <Badge tone="bad">failed</Badge>
      ) : (
        isStopping && <Badge tone="warn">ending</Badge>
      )}{' '}
      <span class="number">{text.join(', ')}</span>
      <progress
        aria-label={`Progress of ${name}`}
        {...(all === null ? {} : { value: done, max: all })}
      />
    </>
  );
}

/** Per minute where that is the more readable number. */
function rateText(perSecond: number): string {
  return perSecond >= 1 || perSecond === 0
    ? `${fixed(perSecond, 1)} per second`
    : `${fixed(60 * perSecond, 1)} per minute`;
}
