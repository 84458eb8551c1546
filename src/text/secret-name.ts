const SECRET =
  /key|token|secret|passw|passphrase|pwd|auth|header|credential|bearer|cookie|sign(?:ed|ature)?$|^sig$|^code$/i;
/** What has such a word in it and holds nothing secret: `tokenizer`, `max_tokens`, `eos_token`. */
const NOT_SECRET =
  /tokeni[sz]|(?:max|min|num|budget|reasoning|thinking|special)\w*tokens|(?:bos|eos|pad|unk|start|end|stop|prefix|suffix)_token|key_value/gi;

/** Whether the name of a setting, or of a parameter of an address, says that its value may be secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name.replaceAll(NOT_SECRET, ''));
}
