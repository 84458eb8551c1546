import { useState } from 'preact/hooks';
import type { MadeKey } from '../../../api/keys.ts';
import type { WritingDetail } from '../../../api/writing.ts';
import { write } from '../../api/client.ts';
import { invitation } from '../../api/enter-by-link.ts';
import { listed } from '../../format/marks.ts';
import { percent } from '../../format/number.ts';
import { CopyButton } from '../../part/copy-button.tsx';
import { Facts } from '../../part/facts.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { Link } from '../../router/link.tsx';
import type { PageProps } from '../../shell/page.tsx';
import { mayAdminister, useMe } from '../../state/me-context.ts';
import { useAction } from '../../state/use-action.ts';
import { useResource } from '../../state/use-resource.ts';
import { t, tr } from '../../words/t.ts';
import { AcceptForm } from './accept-form.tsx';
import { Loaded } from './expert-writing-page.tsx';
import { QuestionList } from './question-list.tsx';
import { RoundTables } from './round-tables.tsx';
import { STEP_WORDS } from './writing-words.ts';

/** A panel of written questions: its rounds, experts and questions. */
export function WritingPanelPage({ params }: PageProps) {
  const { panel: id } = params;
  const me = useMe();
  const panel = useResource<WritingDetail>(
    `/v1/writing/${encodeURIComponent(id)}`,
    {},
    (event) => event.type === 'panel' && event.panel === id,
  );
  return (
    <Loaded of={panel}>
      {(data) => (
        <>
          <PageHead
            title={t('Written questions of {title}', { title: data.title })}
            lead={t(
              '{writer} writes, {auditor} audits. Two experts must accept {share} of the questions.',
              { writer: data.writer, auditor: data.auditor, share: percent(data.acceptShare) },
            )}
            crumb={<Link to={['writing']}>{t('Writing')}</Link>}
          />
          <Summary panel={data} />
          <RoundTables figures={data.figures} />
          <Experts panel={data} />
          {mayAdminister(me) && <AcceptForm panel={data} onAdded={panel.reload} />}
          <QuestionList panel={data} mayDecide={mayAdminister(me)} onResolved={panel.reload} />
        </>
      )}
    </Loaded>
  );
}

function Summary({ panel }: { panel: WritingDetail }) {
  const { acceptance, step, questions, sources, bank, sample, id } = panel;
  const share =
    acceptance === null
      ? '–'
      : acceptance.low === acceptance.high
        ? percent(acceptance.share)
        : t('{share} (95% interval {low} to {high})', {
            share: percent(acceptance.share),
            low: percent(acceptance.low),
            high: percent(acceptance.high),
          });
  return (
    <>
      <Facts
        of={[
          { name: t('Status'), value: t(STEP_WORDS[step]), main: true },
          { name: t('Accepted by both experts, of all questions'), value: share, main: true },
          { name: t('Questions'), value: String(questions) },
          { name: t('Sources'), value: listed(sources) },
          { name: t('Bank'), value: bank ?? '–' },
        ]}
      />
      {sample !== null && (
        <p>{t('The sample must reach this by the lower bound of its interval.')}</p>
      )}
      {(step === 'next-round' || step === 'asking') && (
        <p>
          {tr('Next step: <code></code>', {
            code: () => <code>thetarank write --continue {id}</code>,
          })}
        </p>
      )}
    </>
  );
}

function Experts({ panel }: { panel: WritingDetail }) {
  return (
    <section>
      <h2>{t('Experts')}</h2>
      <ul>
        {panel.experts.map((one) => (
          <li key={one.expert}>
            {t('{expert}: {decided} of {questions} decided', one)}{' '}
            {panel.closedAt === null && <Invite panel={panel.id} expert={one.expert} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Invite({ panel, expert }: { panel: string; expert: string }) {
  const [link, setLink] = useState<string | null>(null);
  const action = useAction(async () => {
    const made = await write<MadeKey>('POST', '/v1/keys', { role: 'expert', name: expert, panel });
    setLink(invitation(made.key));
  });
  return (
    <>
      {link === null ? (
        <button type="button" aria-disabled={action.busy} onClick={() => void action.run()}>
          {t('Invite {expert}', { expert })}
        </button>
      ) : (
        <>
          <br />
          <input
            readOnly
            value={link}
            aria-label={t('Invitation for {expert}', { expert })}
            onFocus={(event) => event.currentTarget.select()}
          />{' '}
          <CopyButton text={link} />
          <p class="help">{t('Pass this link on like a password. It is shown only now.')}</p>
        </>
      )}
      <ProblemNote error={action.error} />
    </>
  );
}
