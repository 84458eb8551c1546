const SUMMARY =
  /\b(?:none|all|both|neither|either|any|some)\s+(?:of\s+)?(?:the|these|those|are|is)\b|^(?:none|all|both|neither)\.?$|\b(?:above|below)\b|以上|上述|以下|前述|都不|均不|都是|均是|都对|均对|都正确|均正确|都错|均错|全部|全对|皆/iu;
const LETTERS =
  /(?<![\p{L}\p{N}])[A-H]\s*(?:and|or|&|\+|,|、|和|与|或|及)\s*[A-H](?![\p{L}\p{N}])|\boptions?\s+[A-H]\b|[A-H]\s*项|选项\s*[A-H]/u;

/** Whether an option speaks of other options, such as "all of the above" or "A and B": it would not hold in another place. */
export function refersToOptions(options: Readonly<Record<string, string>>): boolean {
  return Object.values(options).some((text) => SUMMARY.test(text) || LETTERS.test(text));
}
