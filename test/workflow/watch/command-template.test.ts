import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shellWords } from '../../../src/shell-words.ts';
import { commandTemplate, filledCommand } from '../../../src/workflow/watch/command-template.ts';
import { expectFailure } from '../../files/temporary.ts';

describe('the command that serves a checkpoint', () => {
  test.each([
    ['vllm serve {path} --port {port}', ['vllm', 'serve', '{path}', '--port', '{port}']],
    [`a 'b c' "d'e" f"g h"i ''`, ['a', 'b c', "d'e", 'fg hi', '']],
    ['a\\ b $HOME `x` > y | z', ['a\\', 'b', '$HOME', '`x`', '>', 'y', '|', 'z']],
    ['  a\t\nb  ', ['a', 'b']],
    ['', []],
    [`it's`, null],
  ])('%s is split without a shell', (text, words) => {
    expect(shellWords(text)).toEqual(words);
  });

  test('words in quotes are read as they were', () => {
    const word = fc.string().filter((text) => !text.includes("'"));
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(shellWords(words.map((text) => `'${text}'`).join(' '))).toEqual(words);
      }),
    );
  });

  test('what is put into a place stays within its word', () => {
    const words = commandTemplate('serve --at={path} {name} {port}', '--serve');
    const name = `a'b "c" $(x) {port} $& ; rm`;
    expect(
      filledCommand(words, { '{path}': `/p q/${name}`, '{name}': name, '{port}': '80' }),
    ).toEqual(['serve', `--at=/p q/${name}`, name, '80']);
  });

  test.each([
    [`sh -c 'exec vllm serve "$1"' sh {path}`],
    ['bash serve.sh {path} --port {port}'],
    [`bash -c 'serve --port {port}' {path}`],
  ])('%s is accepted', (text) => {
    expect(commandTemplate(text, '--serve')).toEqual(shellWords(text));
  });

  test.each([
    ['vllm serve', 'no place for the checkpoint, so all tests would be of one model'],
    ['serve {path} {gpu}', 'the place {gpu}'],
    [`serve '{path}`, 'a quote that is not closed'],
    [' ', 'nothing'],
    [`bash -c 'vllm serve {path}'`, 'a place within the script of a shell'],
    [`env A=1 /bin/sh -ec 'serve {name}'`, 'a place within the script of a shell'],
    ['ssh gpu-2 serve {path}', 'a place within the script of a shell'],
  ])('%s is refused', (text, found) => {
    let accepted = '';
    try {
      commandTemplate(text, '--serve');
    } catch (error) {
      accepted = (error as Error).message;
    }
    expect(accepted).toContain(found);
    expectFailure(() => commandTemplate(text, '--serve'), 'OPTION_INVALID', accepted);
  });
});
