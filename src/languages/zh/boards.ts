/** Leaderboards as files, in Chinese, by the English message. */
export const BOARDS_ZH = {
  exact: '精确',
  'Leaderboard of {bank}': '{bank} 排行榜',
  'Scores with 90% intervals': '得分及 90% 区间',
  '"?" marks unverified intervals, hollow marks recorded models.':
    '“?”表示区间未经验证，空心点表示有记录的模型。',
  Numbers: '数据',
  model: '模型',
  score: '得分',
  low: '下限',
  high: '上限',
  rank: '名次',
  'possible ranks': '可能名次',
  interval: '区间',
  kind: '类型',
  answered: '作答数',
  verified: '已验证',
  unverified: '未验证',
  recorded: '有记录',
  tested: '已测试',
  'tested, ended early': '已测试，提前结束',
  People: '真人',
  'The first {n} rows.': '前 {n} 行。',
  'The dashed line is a reference without a rank.': '虚线是不参与排名的参照。',
  'The mean share of people who were right on {n} of these {of} questions, weighted by respondents, with its 90% interval. It is a reference without a rank.':
    '真人在这 {of} 道题中的 {n} 道上的平均正确率，按作答人数加权，附 90% 区间。它是不参与排名的参照。',
  'a person, tested': '真人，已测试',
  'a person, tested, ended early': '真人，已测试，提前结束',
  '{rank}. {name} (person)': '{rank}. {name}（真人）',
  'About these scores': '关于这些得分',
  'Only scores with the same settings can be compared.': '只有设置相同的得分才能比较。',
  bank: '题库',
  'bank version': '题库版本',
  calibration: '校准',
  'from recorded answers': '来自作答记录',
  'calibration version': '校准版本',
  strategy: '策略',
  scores: '得分种类',
  expected: '期望',
  'Made with thetarank.': '由 thetarank 制作。',
  '{n} models in the order of their expected scores on the bank {bank}.':
    '{n} 个模型，按在题库 {bank} 上的期望得分排序。',
  '{n} models in the order of their recorded scores on the bank {bank}.':
    '{n} 个模型，按在题库 {bank} 上的记录得分排序。',
  examinee: '受测者',
  '{kind}, chosen questions': '{kind}，题目为选定',
  '{models, plural, one {# model} other {# models}} and {people, plural, one {# person} other {# people}} in the order of their expected scores on the bank {bank}.':
    '{models, number} 个模型和 {people, number} 名真人，按在题库 {bank} 上的期望得分排序。',
  '{models, plural, one {# model} other {# models}} and {people, plural, one {# person} other {# people}} in the order of their recorded scores on the bank {bank}.':
    '{models, number} 个模型和 {people, number} 名真人，按在题库 {bank} 上的记录得分排序。',
  'People stand beside models here. Difficulties were learned from models, so people as a group may stand too high or too low, unless their questions were drawn at random or as a representative form. They may have had a time limit and breaks. Questions that they skipped do not count as wrong. Of people only intervals that follow from such a draw are verified.':
    '这里真人与模型并列。难度由模型的作答得出，真人整体的位置可能偏高或偏低，除非其题目是随机抽取或按代表性试卷抽取的。真人作答时可能有时间限制和休息。跳过的题目不算答错。真人的区间只有由这种抽取得出的才算已验证。',
  'Forms differ: some of these tests had chosen questions, and their scores depend on which these are. Others had a drawn form or other chosen questions. Differences between them may come from the forms.':
    '试卷不同：其中一些测试使用选定的题目，其得分取决于选了哪些题目；其他测试使用抽取的试卷或另外选定的题目。两者之间的差异可能来自试卷。',
  'The score is the percentage of the whole bank that an examinee has right.':
    '得分是受测者在整个题库中答对的百分比。',
  'The newest result is of {day}.': '最新结果的日期：{day}。',
  'The review of the bank has changed {n, plural, one {# item} other {# items}} since these tests. The scores are those of the bank as it was.':
    '这些测试之后，题库审核更改了 {n, number} 道题目。这里的得分对应更改之前的题库。',
  'expected score, points': '期望得分（分）',
  'recorded score, points': '记录得分（分）',
  '{low} to {high}': '{low} 至 {high}',
  'Predicted scores on the whole bank with their 90% intervals; "?" marks unverified intervals, hollow marks recorded models.':
    '整个题库的预测得分及其 90% 区间；“?”表示区间未经验证，空心点表示有记录的模型。',
  'Strategy {strategy}, bank version {bankVersion}, calibration from recorded answers, version {version}.':
    '策略 {strategy}，题库版本 {bankVersion}，校准来自作答记录，版本 {version}。',
  'Strategy {strategy}, bank version {bankVersion}, calibration {calibration}, version {version}.':
    '策略 {strategy}，题库版本 {bankVersion}，校准 {calibration}，版本 {version}。',
  'Newest result: {day}.': '最新结果：{day}。',
} as const;
