import { createScanner, SyntaxKind } from 'typescript/unstable/ast';

export interface Import {
  readonly specifier: string;
  /** How it is written. Only what a `value` names is loaded together with the importing file. */
  readonly kind: 'value' | 'type' | 'call';
}

/** A name that stands on its own or before a dot, with the property after the dot where there is one. */
export interface Mention {
  readonly name: string;
  readonly property: string | undefined;
  readonly line: number;
}

interface Token {
  readonly kind: SyntaxKind;
  /** The content of a string, else the token as it is written. */
  readonly text: string;
  readonly start: number;
}

/**
 * The imports of a TypeScript file and the names it mentions, from its tokens: comments, strings, templates and regular
 * expressions are not mistaken for code. The scanner is the compiler's own; TypeScript 7 still calls the address it
 * has there unstable, and package.json pins the version.
 *
 * @throws Error where a string, comment, template or regular expression does not end
 */
export function readImports(
  file: string,
  text: string,
): { imports: Import[]; mentions: Mention[] } {
  const tokens = tokensOf(file, text);
  const at = (k: number): string | undefined => tokens[k]?.text;
  const string = (k: number): string | undefined =>
    isString(tokens[k]?.kind) ? tokens[k].text : undefined;
  const imports: Import[] = [];
  const mentions: Mention[] = [];
  const add = (specifier: string | undefined, kind: Import['kind']) => {
    if (specifier !== undefined) imports.push({ specifier, kind });
  };
  tokens.forEach((token, k) => {
    if (at(k - 1) === '.' || at(k - 1) === '?.') return;
    const isType = at(k + 1) === 'type' && at(k + 2) !== 'from' && at(k + 2) !== ',';
    const from = k + (isType ? 2 : 1);
    switch (token.kind) {
      case SyntaxKind.ImportKeyword:
        if (at(k + 1) === '(') add(string(k + 2), 'call');
        else if (
          tokens
            .slice(k + 1, k + 6)
            .map(({ text }) => text)
            .join('') === '.meta.resolve('
        )
          add(string(k + 6), 'call');
        else add(string(k + 1) ?? string(fromClause(tokens, from)), isType ? 'type' : 'value');
        break;
      case SyntaxKind.ExportKeyword:
        if (at(from) === '{' || at(from) === '*')
          add(string(fromClause(tokens, from)), isType ? 'type' : 'value');
        break;
      case SyntaxKind.Identifier:
        if (token.text === 'require' && at(k + 1) === '(') add(string(k + 2), 'call');
        // The key of an object, a parameter or a field.
        if (at(k + 1) === ':' || at(k + 1) === '?') break;
        mentions.push({
          name: token.text,
          property: at(k + 1) === '.' || at(k + 1) === '?.' ? at(k + 2) : undefined,
          line: text.slice(0, token.start).split('\n').length,
        });
    }
  });
  return { imports, mentions };
}

/** Where the string after `from` stands, for the names to import or export that begin at token k; −1 if nowhere. */
function fromClause(tokens: readonly Token[], k: number): number {
  let depth = 0;
  for (let i = k; i < tokens.length; i++) {
    const { kind, text } = tokens[i];
    if (kind === SyntaxKind.OpenBraceToken) depth++;
    else if (kind === SyntaxKind.CloseBraceToken) depth--;
    else if (depth === 0 && kind === SyntaxKind.FromKeyword && isString(tokens[i + 1]?.kind))
      return i + 1;
    else if (depth === 0 && !/^[\w$*,]+$/.test(text)) return -1;
  }
  return -1;
}

function tokensOf(file: string, text: string): Token[] {
  const scanner = createScanner(true);
  scanner.setText(text);
  const tokens: Token[] = [];
  /** One entry a template being read: the braces open within its current substitution. */
  const templates: number[] = [];
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    if (isSlash(kind) && !endsOperand(tokens.at(-1))) kind = scanner.reScanSlashToken();
    const open = templates.length - 1;
    if (kind === SyntaxKind.TemplateHead) templates.push(0);
    else if (kind === SyntaxKind.OpenBraceToken && open >= 0) templates[open]++;
    else if (kind === SyntaxKind.CloseBraceToken && open >= 0 && templates[open]-- === 0) {
      kind = scanner.reScanTemplateToken(false);
      if (kind === SyntaxKind.TemplateTail) templates.pop();
      else templates[open] = 0;
    }
    if (scanner.isUnterminated()) throw new Error(`${file}: a token does not end`);
    const written = isString(kind) ? scanner.getTokenValue() : scanner.getTokenText();
    tokens.push({ kind, text: written, start: scanner.getTokenStart() });
  }
  if (templates.length > 0) throw new Error(`${file}: a template does not end`);
  return tokens;
}

function isString(kind: SyntaxKind | undefined): boolean {
  return kind === SyntaxKind.StringLiteral || kind === SyntaxKind.NoSubstitutionTemplateLiteral;
}

function isSlash(kind: SyntaxKind): boolean {
  return kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken;
}

/** True where a slash after this token divides; false where it begins a regular expression. */
function endsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (/^(return|typeof|case|in|of|do|else|void|delete|yield|await|new|throw)$/.test(token.text))
    return false;
  return /^[\w$)\]}'"`]/.test(token.text.at(-1) ?? "'") || /^(\+\+|--)$/.test(token.text);
}
