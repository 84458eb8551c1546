import { currentLanguage } from '../words/t.ts';

/** A text that the service has in English only, such as the reason that a session keeps; software that reads aloud is told so. */
export function ServiceWords({ text }: { text: string }) {
  return <span {...(currentLanguage() === 'en' ? {} : { lang: 'en' })}>{text}</span>;
}
