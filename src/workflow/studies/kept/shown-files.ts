/** The files in the folder of a study that its readers see. */

/** What is studied; there from the beginning. */
export const HEAD = 'study.json';
/** What it found, for the service to show. */
export const DIGEST = 'digest.json';
/** The page, which commands write last. */
export const REPORT = 'report.html';
