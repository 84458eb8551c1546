/** What looks like data of a person. */
export type PersonalKind = 'e-mail address' | 'identity number' | 'phone number' | 'date of birth';

const PATTERNS: Readonly<Record<PersonalKind, RegExp>> = {
  'e-mail address': /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/u,
  // Of China (18 signs with a plausible date), of the United States, or any number that is called one.
  'identity number':
    /(?<!\d)[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![\dXx])|(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)|(?:身份证|住院号|病历号|病案号|门诊号|\b(?:passport|SSN|MRN|(?:patient|medical record|identity|ID) (?:number|no\.?)))\s*(?:号|号码)?\s*[:：#]?\s*[A-Z]{0,3}\d{5,20}/iu,
  'phone number':
    /(?<![\d.])(?:\+\d{1,3}[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)|(?<![\d.])\+\d{1,3}(?:[ -]?\(?\d{2,4}\)?){2,5}(?!\d)|(?<![\d.])\(\d{3}\) ?\d{3}-\d{4}(?!\d)|(?<![\d.-])\d{3}-\d{3}-\d{4}(?![\d-])|(?<!\d)0\d{2,3}-\d{7,8}(?!\d)/u,
  'date of birth':
    /(?:出生日期|出生年月|生于|\b(?:born(?: on)?|birth ?date|date of birth|D\.?O\.?B\.?))\s*(?:is|为|：|:)?\s*(?:\d{1,4}[-/.年 ]\s?\d{1,2}|\d{1,2} \p{L}{3,9}|\p{L}{3,9} \d{1,2},)/iu,
};
/** A line is looked at in parts: the patterns then take a time that grows with its length. */
const PART = 2000;
const OVERLAP = 120;

/** A place that looks like data of a person. */
export interface PersonalData {
  /** From 1. */
  readonly line: number;
  readonly kind: PersonalKind;
}

/**
 * What looks like personal data in a text: e-mail addresses, phone and identity numbers, dates of birth. Patterns find what has a fixed
 * form; names and addresses have none, so a text without findings may still have data of people.
 */
export function personalData(text: string): PersonalData[] {
  return text
    .split(/\r?\n/)
    .flatMap((line, k) =>
      (Object.keys(PATTERNS) as PersonalKind[]).flatMap((kind) =>
        partsOf(line).some((part) => PATTERNS[kind].test(part)) ? [{ line: k + 1, kind }] : [],
      ),
    );
}

function partsOf(line: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from === 0 || from < line.length - OVERLAP; from += PART - OVERLAP)
    parts.push(line.slice(from, from + PART));
  return parts;
}
