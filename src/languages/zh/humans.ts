/** The accuracy of people on a bank, in Chinese, by the English message. */
export const HUMANS_ZH = {
  'People on {bank}': '{bank} 上的真人表现',
  'People on {bank}: {facts}.': '{bank} 上的真人表现：{facts}。',
  'All items': '全部题目',
  'all items': '全部题目',
  '{name}||divided by': '按{name}划分',
  'About these numbers': '关于这些数据',
  'Accuracy of people with 90% intervals, and scores of models on the same items.':
    '真人的正确率及 90% 区间，以及模型在相同题目上的得分。',
  respondents: '作答人次',
  'people||humans': '真人',
  'people, 90% interval': '真人，90% 区间',
  '{model} − people': '{model} − 真人',
  '{items} of {of, plural, one {# item} other {# items}} count':
    '共 {of, number} 道题，计入 {items} 道',
  '{facts}.': '{facts}。',
  '{n} answers': '{n} 人次作答',
  'respondents not known': '作答人数未知',
  '{median} respondents of the median item ({least} to {most})':
    '每题作答人数的中位数为 {median}（{least} 至 {most}）',
  '{n, plural, one {# item} other {# items}} with an accuracy but without respondents left out':
    '{n, number} 道题有正确率但没有作答人数，未计入',
  'weighted by respondents': '按作答人数加权',
  'weighted by items, all alike': '各题权重相同',
  'Intervals are of accuracies on items like these: items differ, and people err by chance.':
    '区间针对与这些题目同类的题目上的正确率：题目各不相同，作答也有偶然误差。',
  'Intervals are of accuracies on these items: only the chance of the people counts.':
    '区间针对这些题目上的正确率：只计入作答的偶然误差。',
  'They take answers to different items to be of different people. If the same people answered many items, they are too narrow.':
    '区间假定不同题目由不同的人作答。如果同一批人回答了许多题目，区间就过窄。',
  'Scores of models are of the same items with the same weights (respondents), so they differ from those of rankings. Differences are paired by item.':
    '模型得分采用相同的题目和相同的权重（作答人数），因此与排名中的得分不同。差值按题目配对计算。',
  'Scores of models are of the same items with the same weights, so they differ from those of rankings. Differences are paired by item.':
    '模型得分采用相同的题目和相同的权重，因此与排名中的得分不同。差值按题目配对计算。',
  '{items, plural, one {# item hangs} other {# items hang}} together in {groups, plural, one {# group} other {# groups}} of at most {largest} (a case, a shared text): each group counts as one draw in intervals on items like these.':
    '{items, number} 道题彼此相关（同一病例或共用材料），分为 {groups, number} 组，每组至多 {largest, number} 道：在针对同类题目的区间中，每组只算一次抽取。',
  '{items, plural, one {# item hangs} other {# items hang}} together in {groups, plural, one {# group} other {# groups}} of at most {largest}, by the tag {tag}: each group counts as one draw in intervals on items like these.':
    '按标签 {tag}，{items, number} 道题彼此相关，分为 {groups, number} 组，每组至多 {largest, number} 道：在针对同类题目的区间中，每组只算一次抽取。',
  'People: {score}.': '真人：{score}。',
  'People (average of {n} respondents per question): {score}.':
    '真人（平均每题 {n} 人作答）：{score}。',
  '{value} ({low} to {high})': '{value}（{low} 至 {high}）',
  'The marked line: {people}': '标出的线：{people}',
  'On {items} of {of, plural, one {# item} other {# items}}.':
    '基于 {of, number} 道题中的 {items} 道。',
  '{n, plural, one {# item} other {# items}} without a value of {name} not shown.':
    '{n, number} 道题没有{name}的取值，未显示。',
  'record answers of models: {command}': '记录模型的作答：{command}',
  'Difficulty by accuracy of people': '按真人正确率划分的难度',
  'level||difficulty': '难度',
  'accuracy||humans': '正确率',
  Easy: '容易',
  Manageable: '较易',
  Moderate: '中等',
  Difficult: '较难',
  'Extra difficult': '极难',
  '{from}% and more': '{from}% 及以上',
  '{from} to below {to}%': '{from}% 至 {to}%（不含）',
  "CMExam's five levels. Where they end is not published; these fifths are thetarank's.":
    '采用 CMExam 的五个难度等级。其分界未公布，此处的五等分由 thetarank 设定。',
  'Items that are hard for people and for models': '对真人和对模型都难的题目',
  'accuracy of people, and share of recorded models that are right':
    '真人正确率与答对的有记录模型的比例',
  'share of people who are wrong, and calibrated difficulty': '答错的真人比例与校准难度',
  'Rank correlations over items, with 90% intervals': '题目间的秩相关及 90% 区间',
  'They have no rank. By tag: {command}': '真人不参与排名。按标签查看：{command}',
} as const;
