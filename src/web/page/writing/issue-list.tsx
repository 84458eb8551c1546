import type { WritingQuestion } from '../../../api/writing.ts';
import { labelled, withNote } from '../../format/marks.ts';
import { t } from '../../words/t.ts';
import { BY_WORDS, KIND_WORDS } from './writing-words.ts';

type Issue = WritingQuestion['issues'][number];

/** An issue in words: what it is, who found it, and what it said. Its words come from a model. */
export function issueText({ by, kind, note }: Issue): string {
  const found = withNote(t(KIND_WORDS[kind]), t(BY_WORDS[by]));
  return note === '' ? found : labelled(found, note);
}

export function IssueList({ issues }: { issues: readonly Issue[] }) {
  if (issues.length === 0) return <p>{t('No issue was found.')}</p>;
  return (
    <ul>
      {issues.map((issue, k) => (
        <li key={k}>{issueText(issue)}</li>
      ))}
    </ul>
  );
}
