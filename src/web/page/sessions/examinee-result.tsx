import type { ExamineeResult as Result } from '../../../api/sessions.ts';
import { interval, points } from '../../format/number.ts';
import { useResource } from '../../state/use-resource.ts';
import { tr } from '../../words/t.ts';

/** The result, where whoever made the session lets the examinee see it; else nothing. */
export function ExamineeResult({ session }: { session: string }) {
  const { data } = useResource<Result>(`/v1/sessions/${encodeURIComponent(session)}/result`);
  if (data === null || data.standing === null || data.standing.unverified === 'too-few')
    return null;
  const { score, low, high } = data.standing;
  return (
    <p>
      {tr('Score on the whole bank: {score}, 90% interval {interval}.', {
        score: <strong>{points(score)}</strong>,
        interval: interval(low, high),
      })}
    </p>
  );
}
