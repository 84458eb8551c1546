/** How each is counted: `12 items`, `1 item`. */
const NOUNS = {
  item: '道题目',
  model: '个模型',
  'new model': '个新模型',
  examinee: '个受测者',
  'simulated examinee': '个模拟受测者',
  'recorded model': '个有作答记录的模型',
  answer: '次作答',
  'repeated answer': '次重复作答',
  replication: '次重复',
  condition: '个条件',
  cell: '个单元',
  session: '次测试',
  group: '个组',
  pair: '对',
  run: '次运行',
  test: '次测试',
  'new item': '道新题目',
  suspect: '道可疑题目',
  draw: '次抽样',
  choice: '次选择',
  flag: '个标记',
} as const;

/** Counted things, in Chinese: both English forms of each. */
export const NOUNS_TOLD: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(NOUNS).flatMap(([one, zh]) => [
    [`{n} ${one}`, `{n} ${zh}`],
    [`{n} ${one}s`, `{n} ${zh}`],
  ]),
);
