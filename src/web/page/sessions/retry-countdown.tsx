import { useEffect, useState } from 'preact/hooks';
import type { RequestTrouble } from '../../../api/sessions.ts';
import { duration } from '../../format/time.ts';
import { t } from '../../words/t.ts';

/**
 * The seconds until the next request, counted down from when the trouble was read: the clock of the service may differ from
 * that of the reader. It is not read out, because it changes every second.
 */
export function RetryCountdown({ trouble }: { trouble: RequestTrouble }) {
  const { retryIn } = trouble;
  const [left, setLeft] = useState(retryIn);
  useEffect(() => {
    setLeft(retryIn);
    if (retryIn === null || retryIn === 0) return;
    const end = performance.now() + 1000 * retryIn;
    const ticking = setInterval(() => {
      const seconds = Math.max(0, (end - performance.now()) / 1000);
      setLeft(seconds);
      if (seconds === 0) clearInterval(ticking);
    }, 1000);
    return () => clearInterval(ticking);
    // A reading of its own is another object.
  }, [trouble]);
  if (left === null) return null;
  return (
    <span aria-hidden="true">
      {left === 0
        ? t('The next request is on its way.')
        : t('Next request in {time}.', { time: duration(Math.ceil(left)) })}{' '}
    </span>
  );
}
