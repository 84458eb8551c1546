import { useEffect, useState } from 'preact/hooks';
import { t } from '../../words/t.ts';

/** When the time left is read out, in seconds. */
const TOLD = [1800, 600, 300, 60, 30] as const;

/** The time left: shown each second, read out a few times only. @param onOver called once it is over, and again while it is */
export function TimeLeft({
  seconds,
  toldAt,
  stands,
  onOver,
}: {
  /** When it was told. */
  seconds: number;
  toldAt: number;
  /** Whether the clock stands still. */
  stands: boolean;
  onOver: () => void;
}) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (stands) return;
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, [stands]);
  const passed = stands ? 0 : Math.max(0, now - toldAt) / 1000;
  const left = Math.max(0, Math.ceil(seconds - passed));
  const isOver = left === 0;
  useEffect(() => {
    if (!isOver || stands) return;
    onOver();
    const timer = setInterval(onOver, 2000);
    return () => clearInterval(timer);
  }, [isOver, stands]);
  const told = TOLD.filter((one) => left <= one).at(-1);
  return (
    <>
      <span class="number" role="timer" aria-live="off">
        {t('Time left: {clock}', { clock: clockOf(left) })}
      </span>
      <span class="hidden" role="status">
        {told === undefined || isOver
          ? ''
          : told >= 60
            ? t('{n, plural, one {# minute} other {# minutes}} left', { n: told / 60 })
            : t('{n} seconds left', { n: told })}
      </span>
    </>
  );
}

/** 1:02:03 or 2:03. */
function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(Math.floor(seconds) % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
