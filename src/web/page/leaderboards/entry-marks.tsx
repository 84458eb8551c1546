import type { LeaderboardEntry } from '../../../api/leaderboards.ts';
import { t } from '../../words/t.ts';
import { type EntryMark, entryMarks, MARKS, type MarkKind } from './entry-words.ts';

/** The notes on an entry as icons; each is named for a pointer and for who listens. */
export function EntryMarks({ entry }: { entry: LeaderboardEntry }) {
  return (
    <>
      {entryMarks(entry).map((mark) => (
        <Mark key={mark.kind} {...mark} />
      ))}
    </>
  );
}

/** Tells a person from a model of the same name. */
export function PersonMark({ entry: { person } }: { entry: Pick<LeaderboardEntry, 'person'> }) {
  return person ? <Mark kind="person" text={t('a person')} /> : null;
}

function Mark({ kind, text }: EntryMark) {
  return (
    <span class={`mark ${MARKS[kind].tone}`} role="img" aria-label={text} title={text}>
      {MARKS[kind].icon}
    </span>
  );
}

/** What the icons and tones of a table mean; only of those that it has. */
export function EntryLegend({ rows }: { rows: readonly LeaderboardEntry[] }) {
  const kinds = new Set(rows.flatMap((row) => entryMarks(row).map(({ kind }) => kind)));
  const has = (kind: LeaderboardEntry['kind']) => rows.some((row) => row.kind === kind);
  return (
    <ul class="legend" aria-label={t('Legend')}>
      {has('session') && <Sample name={t('tested here, with 90% interval')} quiet={false} />}
      {has('recorded') && <Sample name={t('recorded model')} quiet />}
      {(Object.keys(MARKS) as MarkKind[])
        .filter((kind) => kinds.has(kind))
        .map((kind) => (
          <li key={kind}>
            <span class={`mark ${MARKS[kind].tone}`} aria-hidden="true">
              {MARKS[kind].icon}
            </span>
            {t(MARKS[kind].meaning)}
          </li>
        ))}
    </ul>
  );
}

function Sample({ name, quiet }: { name: string; quiet: boolean }) {
  return (
    <li>
      <svg width="28" height="12" aria-hidden="true" class={quiet ? 'quiet' : undefined}>
        <line class="whisker" x1="1" x2="27" y1="6" y2="6" />
        <circle class="dot" cx="14" cy="6" r="4" />
      </svg>
      {name}
    </li>
  );
}
