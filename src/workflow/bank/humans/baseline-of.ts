import {
  BY_ITSELF,
  type HumanBaseline,
  humanBaseline,
} from '../../../../item-bank/humans/human-baseline.ts';
import type { HumanWeights } from '../../../../item-bank/humans/human-item.ts';
import { humanStrata, strataTags } from '../../../../item-bank/humans/human-strata.ts';
import { taxonomyWords } from '../../../../item-bank/taxonomies/tag-words.ts';
import { fail } from '../../../errors.ts';
import { nearestNames } from '../../../nearest.ts';
import type { WordsOfTags } from '../../../tag-words.ts';
import { type BankHumans, scoresOfModel } from './read-humans.ts';

/** What is asked for. */
export interface WantedHumans {
  readonly weights?: HumanWeights | undefined;
  /** Tags to divide by; several are joined by `+`. By default each tag that has at most 200 values. */
  readonly strata?: readonly string[] | undefined;
  readonly models?: readonly string[] | undefined;
  /** A tag, or `none`: `HumanChoices`. */
  readonly clusterBy?: string | undefined;
}

/** More are neither read nor sent. */
const MOST_CHOSEN = 5000;

/** The baseline of a bank, and its tags in words. @throws NAME_UNKNOWN for a model or a tag */
export function baselineOf(
  bank: string,
  humans: BankHumans,
  { weights, strata, models = [], clusterBy }: WantedHumans,
): { readonly baseline: HumanBaseline; readonly words: WordsOfTags | null } {
  const { figures, sharesRight, difficulties } = humans;
  const known = strataTags(figures.items, figures.taxonomy);
  const divided = strata?.map((text) => tagsIn(text, known, bank));
  if (clusterBy !== undefined && clusterBy !== BY_ITSELF) requireTag(clusterBy, figures, bank);
  for (const tags of divided ?? []) refuseMany(figures, tags);
  const baseline = humanBaseline(figures, {
    weights,
    strata: divided,
    clusterBy,
    models: models.map((model) => ({
      model,
      scores:
        scoresOfModel(humans, model) ??
        fail('NAME_UNKNOWN', {
          kind: `model with recorded answers to bank ${bank}`,
          name: model,
          nearest: nearestNames(model, humans.models),
          list: `thetarank bank show ${bank} --list-models`,
        }),
    })),
    sharesRight,
    difficulties: difficulties ?? undefined,
  });
  return { baseline, words: wordsFor(figures.taxonomy ?? undefined, baseline) };
}

/** @throws OPTION_INVALID where tags have more values together than anyone reads */
function refuseMany({ items, taxonomy }: BankHumans['figures'], tags: readonly string[]): void {
  const { groups } = humanStrata(items, tags, taxonomy);
  if (groups.length > MOST_CHOSEN)
    fail('OPTION_INVALID', {
      option: 'strata',
      found: `${tags.join('+')} with ${groups.length} values`,
      accepted: `tags with at most ${MOST_CHOSEN} values together`,
    });
}

/** A tag, or tags joined by `+`; a tag may hold a `+` itself. */
function tagsIn(text: string, known: readonly string[], bank: string): string[] {
  if (known.includes(text)) return [text];
  return text.split('+').map((part) => {
    const tag = part.trim();
    return known.includes(tag) ? tag : unknownTag(tag, known, bank);
  });
}

/** Levels above the tags of the items do not say which items hang together. */
function requireTag(tag: string, { items }: BankHumans['figures'], bank: string): void {
  const known = strataTags(items, null);
  if (!known.includes(tag)) unknownTag(tag, known, bank);
}

function unknownTag(tag: string, known: readonly string[], bank: string): never {
  return fail('NAME_UNKNOWN', {
    kind: `tag of the items of bank ${bank} with human figures`,
    name: tag,
    nearest: nearestNames(tag, known),
  });
}

function wordsFor(
  taxonomy: BankHumans['figures']['taxonomy'] | undefined,
  { strata }: HumanBaseline,
): WordsOfTags | null {
  const values = new Map<string, Set<string>>();
  for (const { tags, rows } of strata)
    for (const [k, tag] of tags.entries()) {
      const own = values.get(tag) ?? new Set();
      for (const row of rows) own.add(row.values[k]);
      values.set(tag, own);
    }
  const tags = Object.fromEntries([...values].map(([tag, own]) => [tag, { values: [...own] }]));
  return taxonomyWords({ taxonomy: taxonomy ?? undefined, tags });
}
