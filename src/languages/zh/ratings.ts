/** Experts who rate answers, and severities of raters, in Chinese, by the English message. */
export const RATINGS_ZH = {
  rubric: '评分标准',
  '{name}, version {version}': '{name}，版本 {version}',
  rater: '评分者',
  Raters: '评分者',
  'No ratings yet.': '尚无评分。',
  "Krippendorff's α by aspect: {aspects}.": '各方面的 Krippendorff α：{aspects}。',
  'Agreement of raters': '评分者之间的一致性',
  "Krippendorff's α, ordered grades": 'Krippendorff α（有序等级）',
  'By aspect, with 90% intervals over items': '按方面，附题目上的 90% 区间',
  'equal grades': '评分相同',
  'Pairs of raters': '各对评分者',
  'By aspect': '按方面',
  'Raters and judging models': '评分者与评审模型',
  "Spearman's ρ with the mean of the raters": '与评分者均值的 Spearman ρ',
  'Mean of the raters with each judging model, with 90% intervals over items':
    '评分者均值与各评审模型，附题目上的 90% 区间',
  'Mean grades of each rater': '各评分者的平均分',
  'Mean grades of each model': '各模型的平均分',
  '90% intervals over items.': '题目上的 90% 区间。',
  'Severity of raters': '评分者的严厉度',
  'Scores of all raters in one many-facet Rasch model: quality of the answer, severity of the rater, difficulty of the aspect. The effect is how much higher a rater scores the same answers than the mean rater.':
    '所有评分者的评分同在一个多面 Rasch 模型中：回答的质量、评分者的严厉度、方面的难度。效应指该评分者对同样的回答比平均评分者高出多少分。',
  'Effect of raters on scores': '评分者对得分的效应',
  '90% intervals over items, in units of the score; below 0: strict.':
    '题目上的 90% 区间，以得分为单位；小于 0 表示偏严。',
  'Severities with 90% intervals': '严厉度，附 90% 区间',
  ratings: '评分数',
  'severity, logits': '严厉度（logit）',
  notes: '备注',
  'Fair scores of models': '各模型的公平分',
  'The mean score that raters of mean severity would give to the answers of a model, beside the plain mean (hollow). They differ where a model got strict or mild raters.':
    '由平均严厉度的评分者评分时，该模型的平均得分；旁边空心点为原始平均分。若某模型遇到的评分者偏严或偏宽，两者会不同。',
  'Fair and plain mean scores': '公平分与原始平均分',
  '{model}, plain': '{model}（原始）',
  'Fair scores with 90% intervals': '公平分，附 90% 区间',
  'fair score': '公平分',
  'plain mean': '原始平均分',
  'rank by plain mean': '按原始平均分的名次',
  'one grade only': '只给同一分数',
  'scores scatter': '评分离散过大',
  'scores too regular': '评分过于规则',
  'follows quality little': '几乎不随回答质量变化',
  halo: '光环效应',
  'stricter in {aspect}': '在 {aspect} 上偏严',
  'milder in {aspect}': '在 {aspect} 上偏宽',
  'Halo: the grades that a rater gives to the aspects of one answer agree beyond its quality (standard deviation of impressions {sd} logits).':
    '光环效应：同一评分者给同一回答各方面的分数，其一致程度超出回答质量所能解释的范围（印象的标准差为 {sd} logit）。',
  'No difference in severity is clear (p = {p}): fair scores may correct noise. Plain means serve as well.':
    '严厉度差异不明显（p = {p}）：公平分可能只是在校正噪声，直接用平均分即可。',
  'Raters differ in severity (p {p}).': '评分者的严厉度有差异（p {p}）。',
  'Raters differ in severity (p {p}; reliability of the differences {reliability}).':
    '评分者的严厉度有差异（p {p}；差异的信度为 {reliability}）。',
  'WARNING: {n} groups of raters share no answers: {groups}. Their severities compare only if their answers of one model are equally good. Let a rater of each group score some answers of another.':
    '警告：有 {n} 组评分者之间没有共同评过的回答：{groups}。只有当各组所评的同一模型的回答质量相同时，其严厉度才可比。请让每组中的一位评分者再评另一组的部分回答。',
  'WARNING: the fit did not converge. Its numbers are unreliable.':
    '警告：模型拟合未收敛，其数值不可靠。',
} as const;
