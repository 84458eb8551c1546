/** A name that is a folder too, and that cannot lead out of one. */
export const STUDY_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u;
/** In characters. */
export const LONGEST_STUDY_NAME = 100;

export function isStudyName(name: string): boolean {
  return name.length <= LONGEST_STUDY_NAME && STUDY_NAME.test(name);
}
