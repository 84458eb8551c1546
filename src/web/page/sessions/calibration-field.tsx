import type { z } from 'zod';
import type { calibrationList } from '../../../api/refreshes.ts';
import { calibrationWords } from '../../format/calibration.ts';
import { Await } from '../../part/await.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { useResource } from '../../state/use-resource.ts';
import { takesCalibration } from './new-session-request.ts';

/** The kept calibrations of a bank, for the strategies that take one; the others are said to take none. */
export function CalibrationField({
  bank,
  strategy,
  value,
  onChange,
}: {
  bank: string;
  strategy: string;
  value: string;
  onChange: (calibration: string) => void;
}) {
  const calibrations = useResource<z.output<typeof calibrationList>>(
    bank === '' ? null : `/v1/banks/${encodeURIComponent(bank)}/calibrations`,
  );
  return (
    <Await of={calibrations} what="calibrations">
      {({ items }) => {
        if (items.length === 0) return null;
        if (!takesCalibration(strategy))
          return (
            <p class="faint">
              This bank has kept calibrations. The strategies paper, balanced and adaptive can use
              them; {strategy} cannot.
            </p>
          );
        return (
          <SelectField
            label="Calibration"
            value={value}
            choices={[
              { value: '', name: 'from the recorded answers' },
              ...items.map((one) => ({
                value: `${one.id}`,
                name: `calibration ${one.id}${one.state === 'in force' ? ' (in force)' : ''}: ${calibrationWords(one)}`,
              })),
            ]}
            onChange={onChange}
          />
        );
      }}
    </Await>
  );
}
