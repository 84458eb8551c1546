import type { CalibrationDetail } from '../../../api/banks.ts';
import { ability, percent } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';

/** Synthesized participants: which models each is made of, and how able it came out. */
export function ParticipantTable({
  participants,
}: {
  participants: NonNullable<CalibrationDetail['participants']>;
}) {
  return (
    <>
      <h2>Participants</h2>
      <p class="faint">
        Each participant is a group of models that answer, debate and reflect; its answers are
        treated like those of one model of its ability.
      </p>
      <DataTable
        caption="Participants"
        rows={participants}
        keyOf={({ name }) => name}
        empty="None."
        columns={[
          { name: 'Participant', cell: ({ name }) => name },
          { name: 'Made of', cell: ({ models }) => models.join(', ') },
          { name: 'Ability', kind: 'number', cell: (row) => ability(row.ability) },
          { name: 'Right', kind: 'number', cell: ({ accuracy }) => percent(accuracy) },
        ]}
      />
    </>
  );
}
