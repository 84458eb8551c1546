import type { z } from 'zod';
import type { calibrationList } from '../../../api/refreshes.ts';
import { calibrationChoice } from '../../format/calibration.ts';
import { SelectField } from '../../part/select-field.tsx';
import { setQuery } from '../../router/use-place.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';

/** Chooses the calibration whose parameters are shown; nothing where a bank has none beside that of its recorded answers. */
export function ParametersField({ bank, value }: { bank: string; value: string }) {
  const { data } = useResource<z.output<typeof calibrationList>>(
    `/v1/banks/${encodeURIComponent(bank)}/calibrations`,
    {},
    ({ type }) => type === 'job',
  );
  if (data === null || data.items.length === 0) return null;
  return (
    <SelectField
      label={t('Parameters')}
      value={value}
      choices={[
        { value: '', name: t('from the recorded answers') },
        ...data.items.map((one) => ({
          value: `${one.id}`,
          name: calibrationChoice(one),
        })),
      ]}
      onChange={(calibration) => setQuery({ calibration })}
    />
  );
}
