/** How far a command is, as a line of JSON on standard error. */
export interface ProgressLine {
  readonly done: number;
  /** Null if it is not known. */
  readonly total: number | null;
  readonly doing: string;
  readonly secondsLeft: number | null;
}

/** Lines come at most this often, in ms; the first and the last one always. */
const EVERY = 250;

/** Whether whoever started this process reads its progress: `THETARANK_PROGRESS=json` in the environment. */
export function isProgressRead(): boolean {
  return process.env.THETARANK_PROGRESS === 'json';
}

/**
 * Writes how far a command is, a line of JSON each time, about four a second at most.
 * @param now in ms
 * @returns takes what is to be said; `always` for what is not to be left out
 */
export function progressLines(
  now: () => number = () => performance.now(),
  write: (text: string) => void = (text) => void process.stderr.write(text),
): (line: ProgressLine, always?: boolean) => void {
  let last = Number.NEGATIVE_INFINITY;
  return ({ done, total, doing, secondsLeft }, always = false) => {
    if (!always && now() - last < EVERY) return;
    last = now();
    write(`${JSON.stringify({ done, total, doing, secondsLeft })}\n`);
  };
}
