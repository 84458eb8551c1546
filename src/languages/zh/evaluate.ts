/** Evaluations, in Chinese, by the English message. */
export const EVALUATE_ZH = {
  'Evaluation on {bank}': '{bank} 评测',
  Items: '题目',
  '{n} of {all}': '{n} / {all}',
  Models: '模型',
  Conditions: '条件',
  Judges: '评审模型',
  'Calls kept': '保留的调用',
  Cost: '费用',
  Scores: '得分',
  'with 90% intervals': '附 90% 区间',
  points: '分',
  '90% interval': '90% 区间',
  items: '题目数',
  unread: '无法读取',
  truncated: '被截断',
  refused: '拒答',
  'too long': '过长',
  ungraded: '未评分',
  missing: '缺失',
  'answers, tokens, cost, seconds': '作答数、词元数、费用、秒',
  '{model}: {n, plural, one {# call} other {# calls}} without an answer.':
    '{model}：{n, number} 次调用没有作答。',
  'Kinds of items': '题目类型',
  'All answers together, which is not the mean of their scores:':
    '所有作答合在一起的指标值，不等于各题得分的平均：',
  'Metrics of all answers': '全部作答的指标',
  metric: '指标',
  value: '值',
  answers: '作答数',
  'Unweighted mean: {means}': '不加权平均：{means}',
  'Scores by {part}, with 90% intervals': '按{part}的得分及 90% 区间',
  'Rankings by {part}': '按{part}的排名',
  'Scores by {part}': '按{part}的得分',
  'Agreement of the rankings by {part}': '按{part}的排名之间的一致性',
  levels: '水平',
  'Kendall τ-b': 'Kendall τ-b',
  'by chance': '随机情形',
  'Spearman ρ': 'Spearman ρ',
  swaps: '换位',
  shown: '已证实',
  '{one} and {other}': '{one} 与 {other}',
  'Scores by judge': '各评审模型的评分',
  judge: '评审模型',
  judgements: '评审次数',
  'score of {model}': '{model} 的得分',
  'Mean grades on the scales of the rubrics': '各评分标准的平均等级',
  aspect: '方面',
  'mean, 90% interval over items': '平均值，题目上的 90% 区间',
  with: '对手',
  'Answers compared': '作答比较',
  'Points against a model of mean strength': '对平均强度模型的得分',
  Strengths: '强度',
  'Pairs of models': '模型配对',
  'Places that judges prefer': '评审模型偏好的位置',
  'The scores are those of the bank, exactly.': '得分就是整个题库的得分，没有误差。',
  'On the items of the bank: {intervals}.': '对题库中的这些题目：{intervals}。',
  'Scores are in points, of 100.': '得分以分为单位，满分 100。',
  'Intervals are of the score on an unlimited number of items like these.':
    '区间针对无限多同类题目上的得分。',
  '{higher} scores higher than {lower}: {n} points (p {p})':
    '{higher} 的得分高于 {lower}：相差 {n} 分（p {p}）',
  '{n, number} of {pairs, plural, one {# pair} other {# pairs}} of models {n, plural, one {differs} other {differ}}, with at most 10% chance of any error. Ranks in brackets are those that these differences leave open.':
    '{pairs, number} 对模型中有 {n, number} 对存在差异，出现任何错误的概率不超过 10%。括号中的名次是这些差异未能排除的名次。',
  '… and {n} more': '……另有 {n} 个',
  ', rank {before} → {after}': '，名次 {before} → {after}',
  '{model}: {counts}; score {before} → {after}{moved}':
    '{model}：{counts}；得分 {before} → {after}{moved}',
  'Unreadable, truncated and refused answers count as 0. If they counted as missing, ranks would change:':
    '无法读取、被截断和拒绝的作答记 0 分。如果视为缺失，名次会改变：',
  'Unreadable, truncated and refused answers count as 0. If they counted as missing, no rank would change:':
    '无法读取、被截断和拒绝的作答记 0 分。如果视为缺失，名次不会改变：',
  '{second} minus {first}: {n} points at {one}, {m} at {other}':
    '{second} 减 {first}：{one} 时为 {n} 分，{other} 时为 {m} 分',
  'No swap of two models is shown: differences of opposite sign could be chance.':
    '没有证实任何两个模型换位：方向相反的差异可能出于偶然。',
  'Swaps shown, with at most 10% chance of any false difference:':
    '已证实的换位，出现任何虚假差异的概率不超过 10%：',
  temperature: '温度',
  prompt: '提示词',
  'Judges compared answers, each pair in both orders; orders that disagree count as a tie.':
    '评审模型对作答两两比较，每对按两种顺序各评一次；两次结果不一致时记为平局。',
  'Same place: both orders name the same place, first or second. Without a position bias half of these name the first.':
    '“同一位置”：两种顺序都选中同一位置（第一或第二）。如果没有位置偏差，其中一半会选第一个位置。',
  'log strength': '对数强度',
  won: '胜',
  tied: '平',
  lost: '负',
  pairs: '配对数',
  'orders disagree': '两种顺序不一致',
  'same place': '同一位置',
  'of these first': '其中选第一个',
  'Points are what a model can expect against one of mean strength: 100 for a win, 50 for a tie. Intervals are over items like these.':
    '分数是模型对阵平均强度模型时的期望得分：胜 100 分，平 50 分。区间针对同类题目。',
  'No strengths: these groups of models have no verdict that links them: {groups}.':
    '无法估计强度：以下各组模型之间没有评审结果相连：{groups}。',
  'No strengths: all comparisons are ties.': '无法估计强度：所有比较都是平局。',
  'No finite strengths: the models of a group lost no comparison with later groups, and did not tie: {groups}.':
    '强度不是有限值：某组模型对后面各组既没有输过也没有平过：{groups}。',
  'With the ranking by scores on the same items: Kendall τ-b {kendall}, Spearman ρ {spearman}.':
    '与相同题目上按得分的排名相比：Kendall τ-b {kendall}，Spearman ρ {spearman}。',
  'Ordered differently: {pairs}.': '顺序不同的有：{pairs}。',
  'SIMULATED: the answers of {models} come from the stand-in, which no model is behind.':
    '模拟数据：{models} 的作答来自模拟服务，背后没有真实模型。',
} as const;
