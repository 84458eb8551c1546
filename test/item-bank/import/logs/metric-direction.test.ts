import { expect, test } from 'vitest';
import { directionOf } from '../../../../item-bank/import/logs/metric-direction.ts';

test.each([
  [
    'higher',
    ['acc_norm', 'exact_match', 'prompt_level_strict_acc', 'rougeL', 'pass@1', 'isCorrect'],
  ],
  ['lower', ['hallucination_rate', 'word_perplexity', 'ToxicityScore', 'brier_score', 'errors']],
  ['measure', ['cost', 'latency_ms', 'outputTokens', 'num_turns', 'response length']],
  [
    'unknown',
    [
      'error_free',
      'non_toxic',
      'hallucination_detection',
      'tone',
      'match_count',
      'likelihood',
      'refusal',
    ],
  ],
] as const)('%s by name: %j', (direction, names) => {
  for (const name of names) expect([name, directionOf(name)]).toEqual([name, direction]);
});

test('what the log says counts before the name', () => {
  expect(directionOf('errors', true)).toBe('higher');
  expect(directionOf('acc', false)).toBe('lower');
});
