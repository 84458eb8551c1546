import type { CalibrationDetail } from '../../../api/banks.ts';
import { ability, percent } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { t } from '../../words/t.ts';

/** Synthesized participants: which models each is made of, and how able it came out. */
export function ParticipantTable({
  participants,
}: {
  participants: NonNullable<CalibrationDetail['participants']>;
}) {
  return (
    <>
      <h2>{t('Participants')}</h2>
      <p class="faint">
        {t(
          'Each participant is a group of models that answer, debate and reflect; its answers are treated like those of one model of its ability.',
        )}
      </p>
      <DataTable
        caption={t('Participants')}
        rows={participants}
        keyOf={({ name }) => name}
        empty={t('None.')}
        columns={[
          { name: t('Participant'), cell: ({ name }) => name },
          { name: t('Made of'), cell: ({ models }) => models.join(', ') },
          { name: t('Ability'), kind: 'number', cell: (row) => ability(row.ability) },
          { name: t('Right'), kind: 'number', cell: ({ accuracy }) => percent(accuracy) },
        ]}
      />
    </>
  );
}
