import { fail } from '../errors.ts';
import { LANGUAGES } from '../languages/language.ts';
import { reportWords } from '../languages/report-words.ts';
import type { Words } from '../languages/words.ts';

/** Names the language of the reports that commands write. */
const LANGUAGE_VARIABLE = 'THETARANK_LANGUAGE';

/**
 * The words of the reports that this process writes: those of the language that THETARANK_LANGUAGE names, English without it.
 * What commands print, CSV and JSON are always English.
 * @throws OPTION_INVALID
 */
export function wordsOfReports(env: Readonly<NodeJS.ProcessEnv> = process.env): Words {
  const found = env[LANGUAGE_VARIABLE]?.trim() || 'en';
  const language = LANGUAGES.find((own) => own === found);
  if (language !== undefined) return reportWords(language);
  return fail('OPTION_INVALID', {
    option: LANGUAGE_VARIABLE,
    found: JSON.stringify(found),
    accepted: 'en or zh, the language of HTML reports',
  });
}
