import { type KeyPositions, keyPositions } from '../../item-bank/audit/key-positions.ts';
import { type ItemShingles, shinglesOf } from '../../item-bank/audit/shingles.ts';
import { similarItems } from '../../item-bank/audit/similar-items.ts';
import type { WritingIssue } from '../prompt/write/issues.ts';
import type { WrittenQuestion } from '../prompt/write/shown-question.ts';
import { normalTail } from '../statistics/normal-tail.ts';

/** Jaccard similarity from which two questions are nearly the same. */
const NEAR = 0.75;
/** A key is conspicuously long if it has this many times the characters of the longest wrong option. */
const LONGER = 1.25;
/** Probability below which the longest option is the key too often to be chance. */
const RARE = 0.01;

/** What a program finds among the questions of a round together. */
export interface SetFindings {
  /** By question. */
  readonly issues: readonly (readonly WritingIssue[])[];
  readonly longestKeys: LongestKeys | null;
  /** Null for too few questions with one right option. */
  readonly positions: KeyPositions | null;
}

/** How often the longest option is the key, among questions with one right option and one longest option. */
export interface LongestKeys {
  readonly questions: number;
  readonly longest: number;
  readonly expected: number;
  /** Probability of so many or more if the key were any option alike (normal approximation). */
  readonly p: number;
}

/**
 * @param questions of a round, null where there is none
 * @param standing texts that they must not repeat: questions accepted before, and items of the bank
 */
export function checkSet(
  questions: readonly (WrittenQuestion | null)[],
  standing: readonly ItemShingles[],
): SetFindings {
  const own = questions.map((question, k) =>
    shinglesOf({
      id: String(k + 1),
      stem: question?.stem ?? '',
      options: question?.options ?? undefined,
    }),
  );
  const pairs = similarItems([...standing, ...own], NEAR).filter(
    ({ item, hasSameNumbers }) => item >= standing.length && hasSameNumbers,
  );
  const longestKeys = longestKeysOf(questions);
  const isGiveaway = longestKeys !== null && longestKeys.p < RARE;
  const issues = questions.map((question, k): WritingIssue[] => {
    if (question === null) return [];
    const like = pairs.find(({ item }) => item === standing.length + k)?.other;
    return [
      ...(like === undefined
        ? []
        : [
            {
              by: 'check' as const,
              kind: 'duplicate' as const,
              note: like < standing.length ? '' : `#${like - standing.length + 1}`,
            },
          ]),
      ...(isGiveaway && lengthRatio(question) >= LONGER
        ? [{ by: 'check' as const, kind: 'longest-key' as const, note: '' }]
        : []),
    ];
  });
  const places = questions.flatMap((question) =>
    question?.type === 'single'
      ? [
          {
            options: Object.keys(question.options ?? {}).length,
            key: question.key[0].charCodeAt(0) - 65,
          },
        ]
      : [],
  );
  return { issues, longestKeys, positions: keyPositions(places) };
}

function longestKeysOf(questions: readonly (WrittenQuestion | null)[]): LongestKeys | null {
  let [count, longest, expected, variance] = [0, 0, 0, 0];
  for (const question of questions) {
    if (question?.type !== 'single') continue;
    const lengths = Object.values(question.options ?? {}).map((text) => text.length);
    const most = Math.max(...lengths);
    if (lengths.filter((length) => length === most).length !== 1) continue;
    const p = 1 / lengths.length;
    count++;
    expected += p;
    variance += p * (1 - p);
    if (question.options![question.key[0]].length === most) longest++;
  }
  if (count === 0) return null;
  const p = normalTail((longest - 0.5 - expected) / Math.sqrt(variance));
  return { questions: count, longest, expected, p };
}

/** Length of the right option over that of the longest wrong one; 0 where there is not one of each. */
function lengthRatio({ type, options, key }: WrittenQuestion): number {
  if (type !== 'single' || options === null) return 0;
  const wrong = Object.entries(options).filter(([letter]) => letter !== key[0]);
  return options[key[0]].length / Math.max(1, ...wrong.map(([, text]) => text.length));
}
