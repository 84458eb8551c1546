/**
 * What is published of CliMedBench: Ouyang, Qiu, Wang, de Melo, Zhang, Wang & He (2024), CliMedBench: A Large-Scale
 * Chinese Benchmark for Evaluating Medical Large Language Models in Clinical Scenarios, arXiv:2410.03502; and the
 * cards of its scenarios in the repository Optifine-TAT/CliMedBench (MIT).
 */

/** The number of instances that the paper states in its sections 1, 2.2 and 7. */
export const PUBLISHED_SIZE = 33_735;

export interface PublishedScenario {
  /** As printed, without the number sign: `ID1` is `ID#1`. */
  readonly code: string;
  readonly name: string;
  /** The ability that the card names; "Toxity detection" on one card and "Toxicity Detection" on another are one. */
  readonly task: string;
  /** The metric of Table 2. */
  readonly metric: 'accuracy' | "Kendall's tau" | 'ROUGE-1' | 'similarity';
  /** The size on the card. These add up to 29,797, not to PUBLISHED_SIZE. */
  readonly size: number;
  /** Number of answer options in the card's example; 0 if it has none or shows only some of them. */
  readonly options: number;
}

const scenario = (
  code: string,
  name: string,
  task: string,
  metric: PublishedScenario['metric'],
  size: number,
  options: number,
): PublishedScenario => ({ code, name, task, metric, size, options });

/** The 14 scenarios, from the cards. */
export const SCENARIOS: readonly PublishedScenario[] = [
  scenario('ID1', 'In-hospital Diagnosis (Period #1)', 'Clinical QA', 'accuracy', 2639, 4),
  scenario('ID2', 'In-hospital Diagnosis (Period #2)', 'Clinical QA', 'accuracy', 6693, 4),
  scenario('ID3', 'In-hospital Diagnosis (Period #3)', 'Clinical QA', 'accuracy', 1748, 4),
  scenario('ID4', 'In-hospital Diagnosis (Period #4)', 'Clinical QA', 'accuracy', 2728, 4),
  scenario('DS', 'Discharge Summary', 'Summary', 'accuracy', 4644, 4),
  scenario('CS', 'Case Summary', 'Summary', 'accuracy', 320, 0),
  scenario('CPR', 'Clinical Pathway Reasoning', 'Reasoning', "Kendall's tau", 95, 0),
  scenario('SSO', 'Surgical Steps Organization', 'Reasoning', "Kendall's tau", 472, 0),
  scenario('BKT', 'Basic Knowledge Test', 'Knowledge Apply', 'accuracy', 4160, 5),
  scenario('FIT', 'False Info Test', 'Hallucination', 'accuracy', 3003, 5),
  scenario('FTT', 'False Treatment Test', 'Hallucination', 'accuracy', 1114, 5),
  scenario('MC', 'Medicine Consultation', 'Toxicity Detection', 'accuracy', 661, 0),
  scenario('WTD', 'Wrong Treatment Detection', 'Toxicity Detection', 'similarity', 807, 0),
  scenario('KE', 'Keyword Extraction', 'Information Retrieval', 'ROUGE-1', 713, 0),
];

/**
 * Table 2: the score of each model in each scenario, in points (0 to 100), columns in the order of SCENARIOS. Models in
 * the paper's order, the first seven general, the last four specialized.
 */
export const PUBLISHED_SCORES: readonly { model: string; scores: readonly number[] }[] = [
  // biome-ignore-start format: one line per model, columns aligned
  // ID1   ID2   ID3   ID4   DS    CS    CPR   SSO    BKT   FIT   FTT   MC    WTD   KE
  {
    model: 'GPT-4',
    scores: [68.4, 97.4, 87.8, 84.6, 98.2, 98.4, 73.2, 77.0, 70.8, 25.0, 12.6, 44.0, 81.3, 40.2],
  },
  {
    model: 'ChatGPT',
    scores: [86.3, 97.4, 76.8, 70.6, 85.4, 97.1, 59.5, 42.6, 51.9, 2.8, 1.3, 38.9, 80.9, 39.8],
  },
  {
    model: 'ERNIE-Bot',
    scores: [87.4, 98.7, 78.3, 83.3, 94.2, 99.7, 79.5, 67.13, 79.8, 13.5, 10.7, 53.3, 81.9, 42.0],
  },
  {
    model: 'SparkDesk',
    scores: [85.0, 98.7, 65.3, 53.0, 26.6, 95.6, 61.5, 30.4, 68.7, 11.7, 4.0, 63.5, 81.0, 28.8],
  },
  {
    model: 'Qwen',
    scores: [89.4, 95.0, 84.6, 85.6, 97.1, 99.1, 69.6, 67.1, 82.4, 13.9, 13.3, 49.2, 80.4, 39.7],
  },
  {
    model: 'Baichuan',
    scores: [56.7, 88.5, 47.6, 31.2, 32.1, 73.4, 22.1, 23.9, 38.8, 1.7, 21.2, 37.1, 78.6, 33.6],
  },
  {
    model: 'ChatGLM3',
    scores: [88.0, 97.6, 47.2, 40.6, 60.4, 92.0, 33.5, 21.1, 46.9, 9.6, 6.8, 45.5, 78.8, 34.4],
  },
  {
    model: 'HuatuoGPT',
    scores: [48.0, 66.6, 26.6, 25.6, 20.3, 61.2, 24.7, 3.4, 22.6, 13.8, 8.6, 23.0, 79.2, 29.3],
  },
  {
    model: 'BenTsao',
    scores: [24.6, 24.6, 27.2, 4.6, 1.0, 25.6, 25.2, 18.8, 20.6, 0.6, 0, 27.6, 75.2, 6.5],
  },
  {
    model: 'MedicalGPT',
    scores: [43.7, 81.4, 41.3, 31.0, 20.4, 67.2, 39.5, 21.7, 35.0, 1.9, 7.1, 41.7, 77.1, 33.3],
  },
  {
    model: 'ChatMed',
    scores: [37.4, 20.6, 13.6, 8.6, 2.8, 10.9, 4.5, 1.5, 9.3, 2.0, 1.2, 12.4, 75.8, 11.4],
  },
  // biome-ignore-end format: one line per model, columns aligned
];

/**
 * Figure 11: overall scores in points, on all of the benchmark (the unweighted mean of the 14 scenario scores) and by
 * the paper's adaptive test of 243 questions.
 */
export const PUBLISHED_RAPID: readonly { model: string; regular: number; rapid: number }[] = [
  { model: 'GPT-4', regular: 68.5, rapid: 67.5 },
  { model: 'Qwen', regular: 69.0, rapid: 68.2 },
  { model: 'ChatGLM3', regular: 50.2, rapid: 46.7 },
  { model: 'MedicalGPT', regular: 38.7, rapid: 35.8 },
  { model: 'Baichuan', regular: 41.9, rapid: 39.1 },
  { model: 'HuatuoGPT', regular: 32.4, rapid: 28.7 },
];

/**
 * Table 3: what the paper calls the accuracy of two adaptive tests of 243 questions, in percent; of which model it does not say.
 * They are 99 and 78 of 243, so that they can be shares right on the questions asked, and no scores on the benchmark.
 */
export const PUBLISHED_SHARES_RIGHT = {
  items: 243,
  tests: [
    { method: 'agent-based CAT', accuracy: 40.74 },
    { method: 'CAT of Zhuang et al. (2023)', accuracy: 32.1 },
  ],
} as const;
