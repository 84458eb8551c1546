import type { z } from 'zod';
import type { calibrationList } from '../../../api/refreshes.ts';
import { calibrationChoice } from '../../format/calibration.ts';
import { Await } from '../../part/await.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { takesCalibration } from './new-session-request.ts';
import { strategyName } from './session-words.ts';

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
    <Await of={calibrations} what={t('calibrations')}>
      {({ items }) => {
        if (items.length === 0) return null;
        if (!takesCalibration(strategy))
          return (
            <p class="faint">
              {t(
                'This bank has kept calibrations. The strategies paper, balanced and adaptive can use them; {strategy} cannot.',
                { strategy: strategyName(strategy) },
              )}
            </p>
          );
        return (
          <SelectField
            label={t('Calibration')}
            value={value}
            choices={[
              { value: '', name: t('from the recorded answers') },
              ...items.map((one) => ({
                value: `${one.id}`,
                name: calibrationChoice(one),
              })),
            ]}
            onChange={onChange}
          />
        );
      }}
    </Await>
  );
}
