import { useMemo } from 'preact/hooks';
import type { BankInformation } from '../../../api/banks.ts';
import { LineChart } from '../../chart/line-chart.tsx';
import { ability, compact } from '../../format/number.ts';
import { Await } from '../../part/await.tsx';
import { useCalibrating } from '../../state/use-calibrating.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';

/** Where the bank can measure, against where its recorded models are. */
export function BankInformationChart({
  bank,
  calibration,
}: {
  bank: string;
  calibration: string | undefined;
}) {
  const information = useResource<BankInformation>(
    `/v1/banks/${encodeURIComponent(bank)}/information`,
    { calibration },
  );
  useCalibrating(information);
  const { data } = information;
  const series = useMemo(
    () => (data === null ? [] : [{ name: t('Information'), values: data.information }]),
    [data],
  );
  const marks = useMemo(
    () => (data?.examinees ?? []).map(({ examinee, ability: x }) => ({ name: examinee, x })),
    [data],
  );
  return (
    <Await of={information} what={t('the information of this bank')}>
      {({ calibrating, ability: values }) =>
        calibrating || values.length === 0 ? (
          calibrating && (
            <p role="status">{t('The information of this bank is being computed …')}</p>
          )
        ) : (
          <LineChart
            title={t('Where this bank measures precisely')}
            caption={t(
              'The higher the curve, the more precisely this ability can be measured. Small lines at the bottom mark the recorded models; there the curve should be high.',
            )}
            x={{ label: t('Ability'), format: ability }}
            y={{
              label: t('Information of all items'),
              format: compact,
              range: [0, 0],
            }}
            values={values}
            series={series}
            marks={marks}
          />
        )
      }
    </Await>
  );
}
