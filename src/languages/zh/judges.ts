/** Judges, in Chinese, by the English message. */
export const JUDGES_ZH = {
  'Agreement with people': '与人的一致性',
  "Spearman's ρ: agreement with people": 'Spearman ρ：与人的一致性',
  'Agreement with each other': '彼此之间的一致性',
  "Spearman's ρ: agreement with each other": 'Spearman ρ：彼此之间的一致性',
  'Agreement of {n, plural, one {# judge} other {# judges}}': '{n, number} 个评审模型的一致性',
  people: '人',
  none: '无',
  'answers as a whole': '作答整体',
  '{value} ({low} – {high})': '{value}（{low} 至 {high}）',
  '{value} [{low}, {high}]': '{value}（{low} 至 {high}）',
  'aspect {aspect}': '方面 {aspect}',
  'mean score': '平均分',
  'Grade a random sample of answers by people, and run the command with their scores: only they show what all judges get wrong.':
    '随机抽取一部分作答由人评分，再连同这些评分运行该命令：只有人的评分才能显示所有评审模型都判错的地方。',
  '90% intervals over answers.': '作答上的 90% 区间。',
  "Spearman's ρ": 'Spearman ρ',
  'All measures, with 90% intervals': '全部指标，附 90% 区间',
  raters: '评分者',
  "Krippendorff's α": 'Krippendorff α',
  'With 90% intervals over answers': '附作答上的 90% 区间',
  'Own-family bias': '同族偏差',
  'How much more a judge gives answers of its own family than other judges do, less the same on other answers. Families: {from}. The intervals hold for these models: that a judge likes a single model of its family looks the same.':
    '评审模型给同族模型作答的评分比其他评审模型高出多少，再减去在其他作答上的同一差值。模型族：{from}。区间只针对这些模型：如果评审模型只是偏爱同族中的某一个模型，看起来也是一样的。',
  '95% intervals over items, in units of the score.': '题目上的 95% 区间，以得分为单位。',
  bias: '偏差',
  'No judge is of the family of a model. If one is, name families by --families FILE.':
    '没有评审模型与被评模型同族。如果有，请用 --families FILE 指定模型族。',
  'There is no severity of raters: it needs two raters.': '没有评分者严厉度：需要两位评分者。',
  'There is no severity of raters: scores are no grades. It needs at most 30 equally spaced values. Runs have grades by aspect.':
    '没有评分者严厉度：得分不是等级分。需要最多 30 个等距的取值。各次运行有按方面的等级分。',
  'There is no severity of raters: fewer than two raters gave different grades.':
    '没有评分者严厉度：给出不同等级的评分者少于两位。',
  'There is no severity of raters: no two raters scored the same answer.':
    '没有评分者严厉度：没有两位评分者给同一作答评过分。',
  'Own-family bias, with 95% intervals': '同族偏差，附 95% 区间',
  family: '模型族',
  'own answers': '同族作答数',
  'other answers': '其他作答数',
  "Pearson's r": 'Pearson r',
  "Kendall's τ-b": 'Kendall τ-b',
  "Cohen's κ": 'Cohen κ',
  'linear κ': '线性加权 κ',
  'quadratic κ': '二次加权 κ',
  'Effective number of judges: needs two judges.': '有效评审模型数：需要两个评审模型',
  'Rater {rater} gave every answer the score {score}: its correlations (–) and its severity are not known.':
    '评分者 {rater} 给每个作答的分数都是 {score}：其相关系数（–）和严厉程度未知。',
  'The highest score of rater {rater} is {high}, and of most other raters at {side, select, most {most} other {least}} {others}. If they use different scales, bring the scores to one scale: α, κ, means and biases are wrong otherwise.':
    '评分者 {rater} 的最高分是 {high}，而其他多数评分者的最高分{side, select, most {至多} other {至少}}为 {others}。如果量表不同，请先把分数换算到同一量表：否则 α、κ、平均分和偏差都是错的。',
  'Raters {of} and {rater} gave the same scores to all {n} answers that both scored. If one is a copy of the other, leave it out: it counts as agreement.':
    '评分者 {of} 与 {rater} 对两人都评过的全部 {n} 个作答给了相同的分数。如果其中一个是另一个的副本，请去掉它：它会被算作一致。',
  'Rater {rater} is negatively correlated with {others}: is its scale reversed, with a smaller score for a better answer? α, κ, means and biases are wrong then.':
    '评分者 {rater} 与 {others} 负相关：其量表是否反向，即分数越小作答越好？若是，α、κ、平均分和偏差都是错的。',
  'Rater {rater} scored no answer that another rater scored: nothing is known of its agreement.':
    '评分者 {rater} 评过的作答没有其他评分者评过：其一致性无从得知。',
  '{text}; without {names}, for the reasons below': '{text}；不含 {names}，原因见下',
  'Effective number of judges: not known, because their errors correlate negatively, as with a reversed scale':
    '有效评审模型数：未知，因为它们的误差负相关，如同量表反向',
  'Effective number of judges: not known, because fewer than two can be compared':
    '有效评审模型数：未知，因为可比较的评审模型少于两个',
  'Effective number of judges: needs three answers that two judges scored, with different scores.':
    '有效评审模型数：需要三个由两个评审模型评过、且得分不同的作答',
  'errors are differences from people; what people get wrong counts as an error of all judges':
    '误差是与人的评分之差；人判错的地方会算作所有评审模型的误差',
  'a lower bound: without scores of people, the quality of the single answer counts as a shared error, and what all judges get wrong cannot be seen':
    '这是下界：没有人的评分时，单个作答的质量会算作共同误差，而所有评审模型都判错的地方无法发现',
  'Effective number of judges: {number}{range} of {judges} (mean correlation of errors {rho}; {note})':
    '有效评审模型数：{judges} 个中相当于 {number}{range} 个（误差的平均相关 {rho}；{note}）',
  'cannot be told from other effects': '无法与其他效应区分',
  given: '由文件给定',
  'name prefix': '按名称前缀',
  'each its own': '每个模型自成一族',
  judges: '评审模型',
  nominal: '名义',
  ordinal: '顺序',
  'interval||scale': '等距',
} as const;
