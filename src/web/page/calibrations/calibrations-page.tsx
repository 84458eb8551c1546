import type { z } from 'zod';
import type { bankList } from '../../../api/banks.ts';
import { Await } from '../../part/await.tsx';
import { EmptyNote } from '../../part/empty-note.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { setQuery } from '../../router/use-place.ts';
import type { PageProps } from '../../shell/page.tsx';
import { mayRun, useMe } from '../../state/me-context.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { CalibrationTable } from './calibration-table.tsx';

/** The kept calibrations of one bank, or of all that have any. */
export function CalibrationsPage({ query }: PageProps) {
  const me = useMe();
  const banks = useResource<z.output<typeof bankList>>(
    '/v1/banks',
    {},
    ({ type }) => type === 'job',
  );
  const bank = query.bank ?? '';
  return (
    <>
      <PageHead
        title={t('Calibrations')}
        lead={t(
          'A calibration estimates how hard each item of a bank is and how well it distinguishes strong models from weak ones. It is made from answers of real models or synthesized participants.',
        )}
      />
      <Await of={banks} what={t('banks')}>
        {({ items }) => {
          const shown = items.filter(({ name, calibrations }) =>
            bank === '' ? calibrations > 0 : name === bank,
          );
          return (
            <>
              <div class="filters">
                <SelectField
                  label={t('Bank')}
                  value={bank}
                  choices={[
                    { value: '', name: t('all') },
                    ...items.map(({ name }) => ({ value: name, name })),
                  ]}
                  onChange={(bank) => setQuery({ bank })}
                />
              </div>
              {shown.length === 0 && (
                <p class="note">
                  <EmptyNote button={t('Calibrate a bank')} to={['jobs', 'new']} shown={mayRun(me)}>
                    {t(
                      'No calibration is kept. Tests then use one made from the recorded answers of their bank. Others are made as jobs.',
                    )}
                  </EmptyNote>
                </p>
              )}
              {shown.map(({ name }) => (
                <CalibrationTable key={name} bank={name} />
              ))}
            </>
          );
        }}
      </Await>
    </>
  );
}
