/**
 * The families of the recorded agents of SWE-bench Verified: the maker of the model that the name of the submission states,
 * or else the scaffold. All is read off the names; a fine-tune belongs to the maker of its base, as known from its release.
 * First match counts, so an agent of two named makers belongs to the earlier one here.
 *
 * Two agents that share a model or a scaffold are kin, but connecting all kin would put half of the agents (65 of 134) into one family:
 * OpenHands, SWE-agent and Agentless have run the models of most makers. So scaffolds make families only where no model is named.
 */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/claude|sonnet/i, 'Anthropic'],
  [/llama/i, 'Meta'],
  // Made from Qwen: Lingma SWE-GPT, Skywork-SWE, SWE-agent-LM, DeepSWE, FrogBoss, FrogMini, MCTS-Refine, Co-PatcheR.
  [
    /qwen|lingma-swe-gpt|skywork-swe|sweagent_lm|deepswe|frog(boss|mini)|mcts-refine|co-patcher/i,
    'Alibaba',
  ],
  [/gpt|_o\d|-o4-mini/i, 'OpenAI'],
  [/gemini/i, 'Google'],
  [/devstral/i, 'Mistral'],
  [/kimi/i, 'Moonshot'],
  [/glm/i, 'Zhipu'],
  [/deepseek/i, 'DeepSeek'],
  [/amazon\.nova/i, 'Amazon'],
  [/doubao/i, 'ByteDance'],
  // No model in the name.
  [/amazon-q-developer/i, 'Amazon Q Developer'],
  [/artemis/i, 'Artemis'],
  [/augment_agent/i, 'Augment Agent'],
  [/composio_swekit/i, 'Composio SWEkit'],
  [/devlo/i, 'devlo'],
  [/emergent/i, 'Emergent'],
  [/gru$/i, 'Gru'],
  [/nfactorial/i, 'nFactorial'],
  [/sage/i, 'SAGE'],
  [/openhands/i, 'OpenHands'],
  [/solver/i, 'Solver'],
  [/trae$/i, 'TRAE'],
  [/warp$/i, 'Warp'],
];

/** The family of an agent; its own name where neither a model nor another agent of its scaffold is known. */
export function swebenchVerifiedFamily(agent: string): string {
  return FAMILIES.find(([pattern]) => pattern.test(agent))?.[1] ?? agent;
}
