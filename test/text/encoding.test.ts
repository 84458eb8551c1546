import { expect, test } from 'vitest';
import { guessEncoding, notUtf8 } from '../../src/text/encoding.ts';

// 编号,题目 and 一,肺炎的病原体 in GB18030.
const GB18030 = Buffer.from('b1e0bac52ccce2c4bf0ad2bb2cb7ced1d7b5c4b2a1d4adcce50a', 'hex');
const CHINESE = '编号,题目\n一,肺炎的病原体\n';
const utf8 = Buffer.from(CHINESE);

test.each([
  ['UTF-16 with its mark', Buffer.from(`\uFEFF${CHINESE}`, 'utf16le'), 'UTF-16'],
  ['UTF-16 without', Buffer.from('id,question\n1,What?\n', 'utf16le'), 'UTF-16LE'],
  ['the other UTF-16', Buffer.from('id,question\n1,What?\n', 'utf16le').swap16(), 'UTF-16BE'],
  ['GB18030', GB18030, 'GB18030'],
  ['GB18030 that ends within a character', GB18030.subarray(0, -2), 'GB18030'],
  [
    'GB18030 with signs of mathematics, after many lines of ASCII',
    Buffer.concat([
      Buffer.from('What?\n'.repeat(20_000)),
      // 2×3,°C
      Buffer.from('2\xa1\xc13,\xa1\xe3C\n'.repeat(20), 'latin1'),
      GB18030,
    ]),
    'GB18030',
  ],
  ['UTF-8', utf8, null],
  ['UTF-8 that ends within a character', utf8.subarray(0, -2), null],
  ['UTF-8 with a damaged character', Buffer.concat([utf8, Buffer.from([0xe4]), utf8]), null],
  ['ASCII', Buffer.from('id,question\n'), null],
  ['Latin-1', Buffer.from('naïve,café,Übung,Göttingen,Ärzte,dépôt,señor\n', 'latin1'), null],
  ['nothing', Buffer.alloc(0), null],
  ['random bytes with zeros', Buffer.from([0, 1, 2, 0, 0xff, 0, 0, 9]), null],
])('%s', (_, bytes, encoding) => {
  expect(guessEncoding(bytes)).toBe(encoding);
});

test('the command keeps the ending of the file, and quotes its name', () => {
  expect(notUtf8('my folder/a.b.csv', GB18030).accepted).toBe(
    "UTF-8 text. To convert it: iconv -f GB18030 -t UTF-8 'my folder/a.b.csv' > 'my folder/a.b.utf8.csv'",
  );
  expect(notUtf8('folder.d/answers', GB18030).accepted).toContain('> folder.d/answers.utf8');
});
