import type { Language } from './language.ts';

/** The aspects of the built-in rubrics as Chinese raters read them. */
const IN_CHINESE: Readonly<Record<string, string>> = {
  fluency: '流畅性',
  relevance: '相关性',
  completeness: '完整性',
  proficiency: '专业性',
  correctness: '医学正确性',
  friendliness: '友好性',
};

/** An aspect of a rubric as readers of a language call it; those of other rubrics have one name. */
export function aspectName(aspect: string, language: Language): string {
  return language === 'zh' && Object.hasOwn(IN_CHINESE, aspect) ? IN_CHINESE[aspect] : aspect;
}
