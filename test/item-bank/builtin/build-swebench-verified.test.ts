import { describe, expect, test } from 'vitest';
import { swebenchVerifiedBank } from '../../../item-bank/builtin/build-swebench-verified.ts';
import { swebenchVerifiedFamily } from '../../../item-bank/builtin/swebench-verified-families.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';

const RESPONSES = {
  file: 'responses.csv',
  text: 'examinee,django__django-11099,scikit-learn__scikit-learn-10297\n20240402_rag_gpt4,1,0\n20240824_gru,0,1\n',
};
const flat = ({ items }: ResponseMatrix) => ({
  parameters: itemParameters({ a: items.map(() => 1.23456), b: items.map(() => -0.9999) }),
});

describe('from a small file', () => {
  const bank = swebenchVerifiedBank(RESPONSES, flat);

  test('answers as they are; the repository is read off the id', () => {
    expect(bank.responses).toEqual({
      examinees: ['20240402_rag_gpt4', '20240824_gru'],
      items: ['django__django-11099', 'scikit-learn__scikit-learn-10297'],
      scores: Float32Array.of(1, 0, 0, 1),
    });
    expect(bank.tags).toEqual({
      repository: { values: ['django', 'scikit-learn'], codes: Uint16Array.of(0, 1) },
    });
    expect(bank).toMatchObject({ fullScore: 'items', simulated: false });
    expect([...bank.parameters.a]).toEqual([1264 / 1024, 1264 / 1024]);
  });

  test.each([
    // The model that is named, whatever the scaffold.
    ['20251127_openhands_claude-opus-4-5', 'Anthropic'],
    ['20250807_openhands_gpt5', 'OpenAI'],
    ['20250117_wandb_programmer_o1_crosscheck5', 'OpenAI'],
    ['20250503_patchpilot-v1.1-o4-mini', 'OpenAI'],
    ['20250804_codesweep_sweagent_kimi_k2_instruct', 'Moonshot'],
    // Fine-tunes are of the maker of their base.
    ['20240918_lingma-agent_lingma-swe-gpt-7b', 'Alibaba'],
    ['20250629_deepswerl_r2eagent_tts', 'Alibaba'],
    ['20231010_rag_swellama7b', 'Meta'],
    // Without a model: the scaffold, or the agent alone.
    ['20250415_openhands', 'OpenHands'],
    ['20251103_SalesforceAIResearch_SAGE_OpenHands', 'SAGE'],
    ['20241208_gru', 'Gru'],
    ['20250120_Bracket', '20250120_Bracket'],
  ])('%s is of the family %s', (agent, family) => {
    expect(swebenchVerifiedFamily(agent)).toBe(family);
  });
});
