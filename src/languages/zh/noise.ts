/** Answer noise, and the agreement of rankings, in Chinese, by the English message. */
export const NOISE_ZH = {
  'Answer noise: {name}': '作答噪声：{name}',
  Data: '数据',
  'Rows without a score, not counted': '没有得分的行（未计入）',
  'Columns that were not read': '未读取的列',
  '{model} changed between its repeats: {high} scores {n} points above {low} on the same items (p {p}).':
    '{model} 在各次重复之间发生了变化：在相同题目上，{high}的得分比{low}高 {n} 分（p {p}）。',
  'Such repeats are not draws of one model, and the figures below count the change as noise. Look at the repeats before and after it separately.':
    '这样的重复不是同一个模型的抽样，下面的数字把这一变化也算作噪声。请把变化前后的重复分开来看。',
  'repeat {first}': '第 {first} 次重复',
  'repeats {first} to {last}': '第 {first} 至 {last} 次重复',
  'items like those asked': '与所问题目同类的题目',
  'a bank of {n, plural, one {# item} other {# items}}': '共 {n, number} 道题目的题库',
  'Where the variance of scores comes from': '得分方差的来源',
  'Standard deviation of each effect': '各效应的标准差',
  '{share} intervals': '{share} 区间',
  'Variance components': '方差分量',
  effect: '效应',
  share: '占比',
  variance: '方差',
  'degrees of freedom': '自由度',
  'standard deviation, points': '标准差（分）',
  'What a design would show': '各种设计的效果',
  'Standard error by answers to each item': '标准误与每题作答次数',
  'Points, of the difference of two models': '两个模型之差的误差（分）',
  'Points, of a score': '得分的误差（分）',
  'answers to each item': '每题作答次数',
  'Designs, standard errors in points': '各种设计的标准误（分）',
  conditions: '条件数',
  'answers each': '每题作答',
  'price per model': '每个模型的代价',
  'A first answer to an item costs 1.': '对一道题目的首次作答计为 1。',
  'error of a score': '得分误差',
  'of a difference': '差值误差',
  'of repeats alone': '仅重复的误差',
  reliability: '信度',
  'The generalizability coefficient.': '概化系数。',
  '{n, plural, one {# item} other {# items}}': '{n, number} 道题目',
  '{n, plural, one {# condition} other {# conditions}}': '{n, number} 个条件',
  'The first {n}': '前 {n} 个',
  'Scores and their noise': '得分及其噪声',
  'error of repeats': '重复误差',
  'On exactly these items; – if no two repeats differ.':
    '只针对这些题目；“–”表示没有两次重复不同。',
  'error of items': '题目误差',
  'As a score on items like these; – if no two items differ.':
    '作为同类题目上的得分；“–”表示没有两道题目不同。',
  'scores differ': '得分不同',
  'Share of pairs of repeats.': '占成对重复的比例。',
  'answers differ': '答案不同',
  'unsteady items': '不稳定题目',
  'Items whose repeats differ in score.': '各次重复得分不同的题目。',
  'Several answers to an item': '同一题目的多次作答',
  'pass@k: at least one of k answers passes. pass^k: all of them. majority@k: the score of the most frequent answer. In points, mean over items, with {share} intervals.':
    'pass@k：k 次作答中至少一次通过。pass^k：全部通过。majority@k：最常见答案的得分。以分为单位，取各题平均，附 {share} 区间。',
  'Points; {n} of {all} rows of the table': '单位为分；表中 {all} 行里的 {n} 行',
  Points: '单位为分',
  'The first {n} models': '前 {n} 个模型',
  'pass@k by model': '各模型的 pass@k',
  '{n}, not above 0': '{n}，不大于 0',
  '{n, plural, one {# answer} other {# answers}}': '{n, number} 次作答',
  '{least} to {most} answers': '{least} 至 {most} 次作答',
  '{answers, plural, one {# answer} other {# answers}} of {models, plural, one {# model} other {# models}} to {items, plural, one {# item} other {# items}}{some, select, true { under {conditions, plural, one {# condition} other {# conditions}}} other {}}, {each} each; mean score {mean}.':
    '{models, number} 个模型对 {items, number} 道题目{some, select, true {在 {conditions, number} 个条件下} other {}}的 {answers, number} 次作答，各 {each}；平均分 {mean}。',
  "Standard deviations are in points of a single answer's score; brackets are {share} intervals. Scores are taken as they are, on a linear scale: of right and wrong answers the variance of repeats is the mean of p (1 − p).":
    '标准差以单次作答的得分为准，单位为分；方括号内是 {share} 区间。得分按原值处理，采用线性尺度：对于对错两种得分，重复方差是 p (1 − p) 的平均。',
  'No model answered an item twice under the same condition: repeats cannot be told from the largest interaction. Ask each item at least twice to see them.':
    '没有模型在同一条件下对同一题目作答两次：重复无法与最高阶交互区分。要看到重复，每题至少要问两次。',
  'All answers have the same score: these data cannot show variance, and zeros do not say that there is none. Use harder or easier items.':
    '所有作答得分相同：这些数据无法显示方差，而零并不表示没有方差。请使用更难或更容易的题目。',
  'No two repeats had different scores. The variance of repeats is known by its upper end only, and only if the repeats were drawn independently; designs count it as 0.':
    '没有两次重复得分不同。重复方差只知道上限，而且前提是各次重复独立；各种设计把它计为 0。',
  'Estimates below 0 ({effects}) are near 0, and count as 0 in plans.':
    '小于 0 的估计（{effects}）接近 0，在设计中计为 0。',
  'Cannot be told from other effects in these data: {effects}.':
    '在这些数据中无法与其他效应区分：{effects}。',
  'Cells are missing or differ in their number of answers: estimates are unbiased if that does not depend on the scores; intervals are approximate.':
    '有的单元缺失，或作答次数不同：只要这与得分无关，估计就是无偏的；区间是近似的。',
  'One model: what differs between models is in the other effects, and differences cannot be planned.':
    '只有一个模型：模型之间的差别混在其他效应之中，无法为差值作设计。',
  'Only {n} models: components that involve models are known roughly.':
    '只有 {n} 个模型：涉及模型的分量只能粗略估计。',
  '{n, plural, one {# condition} other {# conditions}} count as a sample of others like them. If they are all that matter, use --fixed-conditions.':
    '把 {n, number} 个条件当作同类条件的样本。如果只关心这些条件，请使用 --fixed-conditions。',
  '{n, plural, one {# answer each} other {# answers each}}': '每题 {n, number} 次作答',
  '{n} answers each': '每题 {n} 次作答',
  'a difference of two models': '两个模型之差',
  'a score': '得分',
  '{share} interval {low} to {high}': '{share} 区间 {low} 至 {high}',
  '{n} answers per model': '每个模型 {n} 次作答',
  '{n} units per model': '每个模型 {n} 个单位',
  'Standard error of {what}, with {design} as in the data: {errors}.':
    '{what}的标准误，按数据中的 {design}：{errors}。',
  'Nothing can be planned: these data show no variance of {what}.':
    '无法作设计：这些数据没有显示{what}的方差。',
  'No design with the same number of answers to each item errs less for this price than these data.':
    '以此代价，没有每题作答次数相同的设计比这些数据误差更小。',
  '--answers-per-model is too small for a single item.':
    '--answers-per-model 太小，连一道题目都不够。',
  'No design reaches {n} points: conditions limit it; ask more of them, or use --fixed-conditions.':
    '没有设计能达到 {n} 分：受条件限制；请增加条件，或使用 --fixed-conditions。',
  'No design reaches {n} points: with all {items} items the rest is of conditions or repeats.':
    '没有设计能达到 {n} 分：问完全部 {items} 道题目后，剩下的误差来自条件或重复。',
  '{kind, select, smallest {Smallest error for} other {Cheapest design for this error, at}} {price}: {design}, {errors} ({bounds}).':
    '{kind, select, smallest {误差最小的设计，代价为} other {达到该误差的最低代价设计，为}}{price}：{design}，{errors}（{bounds}）。',
  'A second answer to each item is worth its price only if it costs less than {share} of a first answer to a new item.':
    '只有当第二次作答的代价低于新题目首次作答的 {share} 时，才值得对每题再问一次。',
  'Until all {n} items are asked, a repeat is worth its price only if it costs less than about {share} of a first answer. Once they are, repeats are all that is left.':
    '在问完全部 {n} 道题目之前，只有当重复的代价低于首次作答的约 {share} 时才值得重复。问完之后，就只剩重复可做。',
  '{command}, with {n} values of --variants, --shot-counts or --temperatures':
    '{command}，并为 --variants、--shot-counts 或 --temperatures 设 {n} 个取值',
  item: '题目',
  condition: '条件',
  repeats: '重复',
  'Agreement of {n, plural, one {# ranking} other {# rankings}}': '{n, number} 个排名的一致性',
  "{first} and {second}: Kendall's τ-b {value} over {n, plural, one {# model} other {# models}}.":
    '{first} 与 {second}：Kendall τ-b {value}，基于 {n, number} 个模型。',
  '{first} and {second} rank these models in opposite orders: in one of them a low score is probably a good one, such as an error rate. Change its sign, then compare again.':
    '{first} 与 {second} 对这些模型的排序相反：其中一个很可能以低分为好，例如错误率。请改变它的正负号后再比较。',
  '{n, plural, one {# model} other {# models}}; errors: {from}':
    '{n, number} 个模型；误差来源：{from}',
  'left out by the list of names: {models}': '按名单排除：{models}',
  'Matched although only one name has a date: {models}.':
    '只有一个名称带日期、仍视为同一模型：{models}。',
  'If names are matched wrongly, `thetarank agreement … --names-out names.csv` writes a list to correct.':
    '如果名称对应有误，`thetarank agreement … --names-out names.csv` 会写出一份可供更正的名单。',
  Agreement: '一致性',
  coefficient: '系数',
  measured: '实测',
  'without errors, these models': '除去误差，这些模型',
  'without errors, models like these': '除去误差，同类模型',
  'Scores of {first} and {second}': '{first} 与 {second} 的得分',
  'Each point is a model of both rankings; lines are one standard error to each side.':
    '每个点是两个排名中都有的一个模型；横线和竖线向两侧各一个标准误。',
  'Filled: {n, plural, one {# model} other {# models}} with a difference that exceeds the errors of both.':
    '实心：有 {n, number} 个模型的差异超过两者的误差。',
  'Models that disagree most: {first} and {second}': '分歧最大的模型：{first} 与 {second}',
  'The {n} of {all} models that disagree most': '{all} 个模型中分歧最大的 {n} 个',
  'All models of both, the largest difference first': '两者共有的全部模型，差异最大的在前',
  'rank in {ranking}': '{ranking} 中的名次',
  'score in {ranking}': '{ranking} 中的得分',
  difference: '差异',
  'The score in {first} minus that in {second} on the scale of {first}, with its standard error.':
    '{first} 中的得分减去 {second} 中的得分，按 {first} 的尺度，附标准误。',
  verdict: '结论',
  "Of the difference after Holm's correction for the number of models.":
    '对差异的结论，已按模型数做 Holm 校正。',
  'Models of one ranking only: {first} and {second}': '只在一个排名中的模型：{first} 与 {second}',
  '{share} of the models of the longer ranking are in both.': '较长排名中 {share} 的模型两者都有。',
  'Only in {ranking}: {models}.': '只在 {ranking} 中：{models}。',
  'errors not known': '误差未知',
  'more than the errors': '超过误差',
  'within the errors': '在误差之内',
  'Brackets are {share} intervals. "measured": of the scores as they are; the interval is about other models like these, measured as these.':
    '方括号内是 {share} 区间。“实测”：按原有得分计算；区间针对按同样方式测量的其他同类模型。',
  '"these models": of the scores without their errors, for these models; "models like these": the same for other models, if scores are normal among them.':
    '“这些模型”：除去误差后的得分，针对这些模型；“同类模型”：同样针对其他模型，前提是其得分服从正态分布。',
  'The measured scores lie on one line (Pearson’s r = ±1), and the interval of such an r has no width for any number of models. It takes the scores as they are; without errors, true scores can lie anywhere within the errors of both rankings, so r is lower.':
    '实测得分在一条直线上（Pearson r = ±1），这样的 r 无论有多少模型，区间宽度都是零。它按原有得分计算；除去误差后，真实得分可在两个排名的误差范围内任意取值，所以 r 会更低。',
  'No errors are known, so agreement without them and the verdicts are missing.':
    '误差未知，因此没有除去误差后的一致性，也没有结论。',
  'The errors of {ranking} are not known and count as 0, so agreement without errors is a lower bound in size.':
    '{ranking} 的误差未知，计为 0，因此除去误差后的一致性是其大小的下界。',
  'All models of both have the same score in {ranking}: agreement is not defined.':
    '共有的全部模型在 {ranking} 中得分相同：一致性没有定义。',
  'Scores of {rankings} are skewed. Intervals without errors take true scores as symmetric; of very skewed scores of 15 or 30 models 88% of the 90% intervals held in simulations.':
    '{rankings} 的得分是偏态的。除去误差的区间假定真实得分对称分布；在模拟中，对 15 或 30 个模型的严重偏态得分，90% 区间有 88% 成立。',
  'Only {n, plural, one {# model} other {# models}} in both: intervals are rough.':
    '两者共有的模型只有 {n, number} 个：区间较粗略。',
  '{share} in {ranking}': '{ranking} 为 {share}',
  'Reliability: {each}. That is the share of the variance of the scores that comes from the models and not from measurement errors.':
    '信度：{each}。即得分方差中来自模型而非测量误差的比例。',
  'The errors of {rankings} hide part of the agreement: use that without errors, or ask more questions per model.':
    '{rankings} 的误差掩盖了一部分一致性：请使用除去误差后的一致性，或对每个模型问更多问题。',
  'Give them as a column se, as low and high, or by --questions.':
    '请用 se 列、low 和 high 列，或 --questions 给出误差。',
  '{name} (fits several: {names})': '{name}（有多个可对应：{names}）',
  '{name} (nearest: {names})': '{name}（最接近的：{names}）',
  intervals: '区间',
  'standard errors': '标准误',
  'numbers of questions': '问题数',
  'exact scores': '精确得分',
  '{n} questions': '{n} 个问题',
  'Scores stand for': '得分代表',
  'pass@k||title of a chart': 'pass@k 曲线',
} as const;
