import { aspectName } from '../../../languages/aspect-name.ts';
import { currentLanguage } from '../../words/t.ts';

/** An aspect as the reader calls it. */
export const aspectWords = (aspect: string): string => aspectName(aspect, currentLanguage());
