import { t } from '../../words/t.ts';

/** Says that parameters are being made, and that the page follows by itself. */
export function CalibratingNote({ shown }: { shown: boolean }) {
  if (!shown) return null;
  return (
    <p class="note" role="status">
      {t(
        'The items are being calibrated on the recorded answers. This takes from a few seconds to a minute; they appear here by themselves.',
      )}
    </p>
  );
}
