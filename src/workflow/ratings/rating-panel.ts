import type { Rubric } from '../../prompt/judge/rubric.ts';
import type { PromptLanguage } from '../../prompt/wording/language.ts';
import type { StoredPanel } from '../../store/panels/panels.ts';
import type { NamedModel } from './named-models.ts';

/** Why answers of a source cannot be rated, and how many there are. */
export interface LeftOut {
  /** Without any text. */
  readonly empty: number;
  /** To items that the bank has in another form, such as the variants of a stress test. */
  readonly changed: number;
  /** To items with pictures, which raters would not see. */
  readonly pictures: number;
}

/** What a rating panel was made with. It never changes. */
export interface RatingConfiguration {
  readonly version: 1;
  /** The run of the answers; null for a file. */
  readonly run: number | null;
  /** The same in languages: one of the user's own has one. */
  readonly rubrics: readonly Rubric[];
  readonly seed: number;
  readonly perAnswer: number;
  readonly common: number;
  readonly answers: number;
  readonly models: number;
  readonly items: number;
  /** Judging models whose grades are compared with those of raters. */
  readonly judges: readonly string[];
  readonly leftOut: LeftOut;
  /** Models whose name stands in their answers. */
  readonly named: readonly NamedModel[];
}

export function configurationOf({ configuration }: StoredPanel): RatingConfiguration {
  return configuration as unknown as RatingConfiguration;
}

/** The rubric in a language, else in the one that there is. */
export function rubricIn({ rubrics }: RatingConfiguration, language: PromptLanguage): Rubric {
  return rubrics.find((one) => one.language === language) ?? rubrics[0];
}

const HAN = /\p{Script=Han}/u;

/** What readers of a language call an aspect: Chinese readers by a Chinese name, if the rubric has one. */
export function aspectLabel(
  { name, also }: Rubric['aspects'][number],
  language: PromptLanguage,
): string {
  return language === 'zh' ? (also.find((other) => HAN.test(other)) ?? name) : name;
}

/** The rubric as people read it: its texts are written for judging models, which are addressed plainly and need each name in the description. */
export function shownRubric({ instruction, language, aspects }: Rubric) {
  return {
    instruction: language === 'zh' ? instruction.replaceAll(/你(?!们)/g, '您') : instruction,
    aspects: aspects.map((aspect) => ({
      ...aspect,
      description: withoutName(aspect),
      label: aspectLabel(aspect, language),
    })),
  };
}

/** A description that does not begin with the name of its aspect, which stands above it. */
function withoutName({ name, also, description }: Rubric['aspects'][number]): string {
  const [start, ...rest] = description.split(/[：:]\s*/);
  return rest.length > 0 && [name, ...also].includes(start)
    ? description.slice(start.length + 1).trim()
    : description;
}
