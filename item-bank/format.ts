export { decodeBank } from './format/decode.ts';
export { encodeBank } from './format/encode.ts';
