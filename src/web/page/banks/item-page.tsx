import type { ItemDetail } from '../../../api/banks.ts';
import { ability, count, fixed, measured, percent } from '../../format/number.ts';
import { Await } from '../../part/await.tsx';
import { Facts } from '../../part/facts.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { ServiceWords } from '../../part/service-words.tsx';
import { Link } from '../../router/link.tsx';
import type { PageProps } from '../../shell/page.tsx';
import { useCalibrating } from '../../state/use-calibrating.ts';
import { useResource } from '../../state/use-resource.ts';
import { t, tr } from '../../words/t.ts';
import { CalibratingNote } from './calibrating-note.tsx';
import { FLAG_WORDS } from './flag-words.ts';
import { ItemCharts } from './item-charts.tsx';
import { ItemQuestion } from './item-question.tsx';
import { statusName, typeName } from './item-words.ts';
import { ParametersNote } from './parameters-note.tsx';

/** One item: its curve against what models did, its parameters, and its text for those who may see it. */
export function ItemPage({ params, query }: PageProps) {
  const { bank, item } = params;
  const detail = useResource<ItemDetail>(
    `/v1/banks/${encodeURIComponent(bank)}/items/${encodeURIComponent(item)}`,
    { calibration: query.calibration },
  );
  useCalibrating(detail);
  return (
    <>
      <PageHead
        title={t('Item {item}', { item })}
        lead={t(
          'How likely models of each ability answer this item right: by the calibration, and in the recorded answers.',
        )}
        crumb={
          <>
            <Link to={['banks']}>{t('Banks')}</Link> / <Link to={['banks', bank]}>{bank}</Link>
          </>
        }
      />
      <Await of={detail} what={t('the item')}>
        {(data) => (
          <>
            <CalibratingNote shown={data.calibrating} />
            <ParametersNote from={data.parametersFrom} />
            {data.flags.length > 0 && (
              <div class="note warn">
                {data.flags.map((flag) => (
                  <p key={flag}>
                    {tr('<b>{flag}:</b> {why}', {
                      b: (parts) => <strong>{parts}</strong>,
                      flag: t(FLAG_WORDS[flag].name),
                      why: t(FLAG_WORDS[flag].why),
                    })}
                  </p>
                ))}
              </div>
            )}
            <Facts
              of={[
                { name: t('Difficulty b ± SE'), value: measured(data.b, data.seB), main: true },
                { name: t('Discrimination a ± SE'), value: measured(data.a, data.seA), main: true },
                { name: t('Guessing c ± SE'), value: measured(data.c, data.seC), main: true },
                { name: t('Upper asymptote d'), value: ability(data.d) },
                {
                  name: t('Right answers of recorded models'),
                  value: t('{part} of {whole}', {
                    part: percent(data.shareRight),
                    whole: count(data.answered),
                  }),
                },
                { name: t('Asked in sessions (exposure)'), value: percent(data.exposure) },
                {
                  name: t('Infit, outfit'),
                  value: `${fixed(data.fit.infit, 2)}, ${fixed(data.fit.outfit, 2)}`,
                },
                ...(data.type === null ? [] : [{ name: t('Type'), value: typeName(data.type) }]),
                ...(data.status === null
                  ? []
                  : [{ name: t('Status'), value: statusName(data.status) }]),
                ...Object.entries(data.tags).map(([name, value]) => ({ name, value })),
              ]}
            />
            {data.fit.note !== null && (
              <p class="faint">
                <ServiceWords text={data.fit.note} />
              </p>
            )}
            <ItemQuestion detail={data} />
            {data.curve !== null && <ItemCharts curve={data.curve} />}
          </>
        )}
      </Await>
    </>
  );
}
