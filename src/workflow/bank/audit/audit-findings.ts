import {
  type RecordedChoices,
  rightByItem,
} from '../../../../calibration/diagnose/keys/recorded-choices.ts';
import type { Finding } from '../../../../item-bank/audit/find-suspects.ts';
import type { ItemShingles } from '../../../../item-bank/audit/shingles.ts';
import { similarItems } from '../../../../item-bank/audit/similar-items.ts';
import { WEAKNESSES, type Weakness } from '../../../../item-bank/items/weak-item.ts';
import { type PositionEffect, positionEffect } from '../../../scoring/patterns/position-effect.ts';
import type { ItemCheck } from './check-items.ts';
import type { AnsweredItem } from './collect-choices.ts';
import type { BankExposure } from './count-exposure.ts';

/** Similarity of two texts from which they are nearly the same; and from which their answers may depend on each other. */
const NEARLY_SAME = 0.8;
const SIMILAR = 0.5;
/** A model's dependence on the place of the key is reported below this probability, over all models (Bonferroni). */
const RARE = 0.001;
/** Exposure as the service flags it. */
const HIGH_EXPOSURE = 0.25;
const ABOVE_MEAN = 2;
const LEAST_TESTS = 20;
const KIND_OF: Readonly<Record<Weakness, Finding['kind']>> = {
  picture: 'missing-picture',
  short: 'short-stem',
  'one-sided': 'one-sided',
  revealed: 'revealed-key',
};

/** What is known of the texts of a bank's items. */
interface ReadTexts {
  readonly check: ItemCheck;
  readonly shingles: readonly ItemShingles[];
  /** Pairs of items with the same context. */
  readonly sameContext: readonly (readonly [string, string])[];
}

/** Findings by the texts of the items, and the pairs of items whose answers may depend on each other. @param others items of other banks */
export function textFindings(
  { check, shingles, sameContext }: ReadTexts,
  others: readonly ItemShingles[],
) {
  const findings: Finding[] = [];
  for (const { item, weakness } of check.weaknesses)
    findings.push({
      item,
      kind: KIND_OF[weakness],
      strength: 1,
      text: `It ${withVerb(weakness)}.`,
    });
  const exact = new Set(check.copies.map(({ id }) => id));
  for (const { id, of } of check.copies)
    findings.push({
      item: id,
      kind: 'duplicate',
      strength: 1,
      text: `It has the same content as ${of}.`,
    });
  const all = [...others, ...shingles];
  const candidates = [...sameContext];
  for (const { item, other, similarity, hasSameNumbers } of similarItems(all, SIMILAR)) {
    if (item < others.length) continue;
    const [own, first] = [all[item].item, all[other].item];
    if (similarity >= NEARLY_SAME && hasSameNumbers && !exact.has(own))
      findings.push({
        item: own,
        kind: 'near-duplicate',
        strength: similarity,
        text: `Its text is nearly that of ${first} (similarity ${similarity.toFixed(2)}).`,
      });
    if (other >= others.length) candidates.push([own, first]);
  }
  return { findings: onceEach(findings), candidates };
}

function withVerb(weakness: Weakness): string {
  const words = WEAKNESSES[weakness];
  switch (weakness) {
    case 'picture':
      return words;
    case 'short':
      return `has ${words}`;
    case 'one-sided':
    case 'revealed':
      return `is doubtful: ${words}`;
  }
}

/** Of several findings of one kind about an item, the strongest. */
function onceEach(findings: readonly Finding[]): Finding[] {
  const best = new Map<string, Finding>();
  for (const finding of findings) {
    const name = `${finding.kind} ${finding.item}`;
    const known = best.get(name);
    if (known === undefined || finding.strength > known.strength) best.set(name, finding);
  }
  return [...best.values()];
}

/** Items that were asked in far more tests than others. */
export function exposureFindings(
  items: readonly AnsweredItem[],
  { tests, asked }: BankExposure,
): Finding[] {
  if (tests < LEAST_TESTS || items.length === 0) return [];
  let all = 0;
  for (const times of asked.values()) all += times;
  const high = Math.max(HIGH_EXPOSURE, (ABOVE_MEAN * all) / (tests * items.length));
  return items.flatMap(({ id }): Finding[] => {
    const share = (asked.get(id) ?? 0) / tests;
    if (share <= high) return [];
    const text = `It was asked in ${asked.get(id)} of ${tests} tests.`;
    return [{ item: id, kind: 'over-exposed', strength: share, text }];
  });
}

/** Models that are right more often where the key stands at some letters, the strongest first. */
export function positionBias(choices: RecordedChoices): (PositionEffect & { model: string })[] {
  const { examinees, items, options, keys } = choices;
  const right = rightByItem(choices);
  const letters = items.map((_, j) => (keys[j] < 0 ? '' : String.fromCharCode(65 + keys[j])));
  return examinees
    .flatMap((model, m) => {
      const answers = items.flatMap((_, j) => {
        const answer = right[j * examinees.length + m];
        return answer < 0 || keys[j] < 0 || options[j] < 2
          ? []
          : [{ key: letters[j], options: options[j], right: answer === 1 }];
      });
      const effect = positionEffect(answers);
      return effect === null || effect.p * examinees.length >= RARE ? [] : [{ model, ...effect }];
    })
    .sort((x, y) => y.v - x.v);
}
