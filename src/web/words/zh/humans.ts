/** People beside models: accuracies of people on a bank and on leaderboards. */
export const HUMANS_ZH = {
  People: '人类考生',
  'How many of the people who answered were right, as it was imported with the questions. Questions count by their number of respondents.':
    '作答者的正确率，随题目一同导入。各题按作答人数加权。',
  'How many of the people who answered were right, as it was imported with the questions. All questions count alike.':
    '作答者的正确率，随题目一同导入。各题权重相同。',
  'Intervals of people': '人类正确率的区间',
  'for questions like these': '针对同类题目',
  'for these questions': '仅针对这些题目',
  'Divide questions by': '题目分组依据',
  'Model beside people': '对照模型',
  'none||model': '无',
  'The 90% interval is for questions like these: questions differ, and people err by chance.':
    '90% 区间针对同类题目：既包含题目之间的差异，也包含作答者的偶然误差。',
  'The 90% interval is for these questions: only the chance of the people counts.':
    '90% 区间仅针对这些题目：只包含作答者的偶然误差。',
  'It takes answers to different questions to be of different people. If the same people answered many of them, it is too narrow.':
    '计算时假定不同题目由不同的人作答。如果同一批人回答了许多题目，区间会偏窄。',
  '{items, plural, one {# question hangs} other {# questions hang}} together with others (a case, a shared text), in {groups, plural, one {# group} other {# groups}}. For questions like these, each group counts as one draw.':
    '{items, plural, other {# 道题}}彼此相关（同一病例或共用材料），分为{groups, plural, other { # 组}}。针对同类题目的区间中，每组只算一次抽取。',
  'Accuracy of people': '人类正确率',
  '90% interval of people': '人类 90% 区间',
  'Questions with human figures': '有人类作答数据的题目',
  '{n} of {all}': '{n} / {all}',
  'Answers of people': '人类作答次数',
  'Respondents of the median question': '每题作答人数（中位数）',
  'Left out: respondents not known': '未计入：作答人数未知',
  'Questions that are hard for people and for the recorded models: rank correlation {rho} (90% interval {ends}) over {n, plural, one {# question} other {# questions}}.':
    '对人类难的题目与对已记录模型难的题目：等级相关系数 {rho}（90% 区间 {ends}），共 {n} 题。',
  'Share of people who are wrong, and the calibrated difficulty: rank correlation {rho} (90% interval {ends}) over {n, plural, one {# question} other {# questions}}.':
    '人类答错的比例与校准难度：等级相关系数 {rho}（90% 区间 {ends}），共 {n} 题。',
  'all questions': '全部题目',
  'Signs of people and model': '人类与模型的图例',
  'people, with 90% interval': '人类，附 90% 区间',
  '{model} on the same questions': '{model} 在相同题目上的得分',
  'Accuracy of people by {tag}': '人类正确率，按“{tag}”',
  Accuracy: '正确率',
  '{name}: people {accuracy} points, 90% interval {ends}':
    '{name}：人类 {accuracy} 分，90% 区间 {ends}',
  '{model}: {score} points': '{model}：{score} 分',
  '{model} answered none of these questions.': '{model} 没有回答过这些题目。',
  '{model} minus people': '{model} 与人类之差',
  '{model} minus people by {tag}': '{model} 与人类之差，按“{tag}”',
  '90% interval of the difference': '差值的 90% 区间',
  '{name}: {difference} points, 90% interval {ends}': '{name}：{difference} 分，90% 区间 {ends}',
  'Difficulty by the accuracy of people': '按人类正确率划分的难度',
  'The five levels of CMExam. Where they end is not published; these fifths are thetarank’s.':
    '采用 CMExam 的五个难度等级。其分界未公布，此处按正确率五等分，由 thetarank 设定。',
  Level: '等级',
  Easy: '简单',
  Manageable: '较易',
  Moderate: '中等',
  Difficult: '困难',
  'Extra difficult': '极难',
  '{from}% and more': '{from}% 及以上',
  '{from}% to below {to}%': '{from}% 至不足 {to}%',
  'People: {accuracy}': '人类：{accuracy}',
  'People (average of {n} respondents per question): {accuracy}':
    '人类（每题 {n} 人作答的平均水平）：{accuracy}',
  '(90% interval {ends})': '（90% 区间 {ends}）',
  '{n} of {all} questions have human figures.': '{all} 题中有 {n} 题带有人类作答数据。',
  'People are a reference without a rank. <a>See people by tag</a>':
    '人类成绩仅作参照，不参与排名。<a>查看分标签的人类成绩</a>',
} as const;
