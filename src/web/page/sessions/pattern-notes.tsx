import type { RequestTrouble, SessionResult } from '../../../api/sessions.ts';
import { type PatternHints, patternWords } from '../../../scoring/patterns/pattern-words.ts';
import type { Moved } from '../../api/live.ts';
import { useResource } from '../../state/use-resource.ts';
import { patternWordsOfReader, t } from '../../words/t.ts';

const hints = (): PatternHints => ({
  look: t('Look at some outputs of the model.'),
  longer: t('allow more tokens per answer'),
});

/**
 * What the outputs of a session show of its prompt or the extraction, without what its troubles tell already.
 * Nothing while it is loading: it is one more note.
 */
export function PatternNotes({
  path,
  concerns,
  told,
}: {
  path: string;
  concerns: (event: Moved) => boolean;
  told: readonly RequestTrouble[];
}) {
  const { data } = useResource<SessionResult>(`${path}/result`, {}, concerns);
  const patterns = (data?.patterns ?? []).filter(({ pattern }) =>
    told.every(({ cause }) => cause !== pattern),
  );
  const truncated = data?.absent?.truncated ?? 0;
  if (patterns.length === 0 && truncated === 0) return null;
  return (
    <div class="note warn">
      {patterns.map((pattern) => (
        <p key={pattern.pattern}>{patternWords(pattern, hints(), patternWordsOfReader())}</p>
      ))}
      {truncated > 0 && (
        <p>
          {t(
            '{n, plural, one {# output} other {# outputs}} reached the limit of tokens before stating an answer, and counts as wrong: {longer}.',
            { n: truncated, longer: hints().longer },
          )}
        </p>
      )}
    </div>
  );
}
