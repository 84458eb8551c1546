import type { Words } from './words.ts';

/** The day of a moment, UTC: `2026-11-23` in English, `2026年11月23日` in Chinese. @param at ISO 8601 */
export function dateText(at: string, { language }: Pick<Words, 'language'>): string {
  const day = at.slice(0, 10);
  if (language === 'en') return day;
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
}
