/** Words that are addressed to a model that reads a text, rather than to its readers. */
const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instruction|rule|prompt|guideline|above|previous)/i,
  /\b(?:say|report|reply|answer|list|return|output)\b.{0,30}\bno (?:issue|problem|fault)s?\b/i,
  /\b(?:system prompt|as an? (?:AI|language model)|you are (?:now )?an? (?:AI|assistant|auditor))\b/i,
  /(?:忽略|无视|忘记|不要理会).{0,20}(?:指令|规则|提示|要求|以上|上述)/u,
  /(?:回复|回答|报告|输出).{0,10}(?:没有|无)(?:任何)?问题/u,
];

/** Whether a text seems to give orders to a model. It is a reason for people to look, no proof. */
export function hasInstructions(text: string): boolean {
  return text
    .split('\n')
    .some((line) => PATTERNS.some((pattern) => pattern.test(line.slice(0, 4000))));
}
