import type { ParametersFrom } from '../../../api/banks.ts';
import { calibrationWords } from '../../format/calibration.ts';
import { Link } from '../../router/link.tsx';
import { t, tr } from '../../words/t.ts';

/** Which calibration the parameters a, b and c are of. */
export function ParametersNote({ from }: { from: ParametersFrom }) {
  if (from === null) return null;
  const { calibration, examinees } = from;
  return (
    <p class="faint">
      {calibration === null
        ? t(
            'Parameters a, b, c: calibrated on the recorded answers of {n, plural, one {# model} other {# models}} ({made}).',
            { n: examinees, made: calibrationWords(from) },
          )
        : tr('Parameters a, b, c: <a>calibration {calibration}</a> ({made}).', {
            calibration: `${calibration}`,
            made: calibrationWords(from),
            a: (parts) => <Link to={['calibrations', `${calibration}`]}>{parts}</Link>,
          })}
    </p>
  );
}
