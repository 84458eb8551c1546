import type { ParametersFrom } from '../../../api/banks.ts';
import { calibrationWords } from '../../format/calibration.ts';
import { counted } from '../../format/words.ts';
import { Link } from '../../router/link.tsx';

/** Which calibration the parameters a, b and c are of. */
export function ParametersNote({ from }: { from: ParametersFrom }) {
  if (from === null) return null;
  const { calibration, examinees } = from;
  return (
    <p class="faint">
      Parameters a, b, c:{' '}
      {calibration === null ? (
        `calibrated on the recorded answers of ${counted(examinees, 'model')}`
      ) : (
        <Link to={['calibrations', `${calibration}`]}>calibration {calibration}</Link>
      )}{' '}
      ({calibrationWords(from)}).
    </p>
  );
}
