import { westernTokens } from './mteval.ts';

/**
 * The characters that sacreBLEU's tokeniser `zh` sets apart: Chinese characters and punctuation, full-width forms and symbols. Its
 * two ranges beyond 16 bits are written with escapes of four digits and so mean U+2001 to U+2A6D and U+2F81 to U+2FA1; both
 * are kept, as published numbers contain them. Rarer Chinese characters (from U+20000 on) are not set apart there.
 */
const CHINESE =
  /[\u3400-\u4db5\u4e00-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\u2001-\u2a6d\u2f81-\u2fa1\uff00-\uffef\u2e80-\u2eff\u3000-\u303f\u31c0-\u31ef\u2f00-\u2fdf\u2ff0-\u2fff\u3100-\u312f\u31a0-\u31bf\ufe10-\ufe1f\ufe30-\ufe4f\u3200-\u33ff]/g;

/**
 * The tokens of sacreBLEU's tokeniser `zh`: Chinese characters and punctuation one by one, the rest as by mteval-v13a. Upper
 * and lower case differ, and so do full-width and ASCII forms.
 *
 * @see Post (2018), A call for clarity in reporting BLEU scores, WMT
 */
export function mtevalChineseTokens(text: string): string[] {
  return westernTokens(text.trim().replace(CHINESE, ' $& '));
}
