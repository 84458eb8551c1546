/** The diagnosis of a calibration, in Chinese, by the English message. */
export const DIAGNOSIS_ZH = {
  'Diagnosis of {n, plural, one {# item} other {# items}}': '{n, number} 道题目的诊断',
  'No item has a flag or a finding.': '没有题目有标记或发现。',
  'No item has a flag or a finding. These fit their curves worst.':
    '没有题目有标记或发现。下列题目的拟合最差。',
  '{n, plural, one {# item} other {# items}} of {all} {n, plural, one {has} other {have}} flags or findings; {item} is the first to look at.':
    '{all} 道题目中有 {n, number} 道有标记或发现；请先查看 {item}。',
  '{n, plural, one {# examinee} other {# examinees}} of {all} {n, plural, one {answers} other {answer}} unlike the model; chance gives about {expected}.':
    '{all} 个受测者中有 {n, number} 个的作答与模型不符；偶然情况下约为 {expected} 个。',
  parameters: '参数文件',
  'recorded answers': '作答记录',
  'mean {mean}, standard deviation {sd}': '均值 {mean}，标准差 {sd}',
  '{seed}, {n, plural, one {# draw} other {# draws}}': '{seed}，{n, number} 次抽样',
  'Information and difficulty': '信息量与难度',
  'Test information': '测试信息量',
  'Of all items together: high where abilities are measured precisely.':
    '全部题目合计：越高，该能力值测得越精确。',
  'Standard error': '标准误',
  'Of an ability estimated from all items, 1/√information.':
    '用全部题目估计能力值的标准误，1/√信息量。',
  'Wright map': '怀特图',
  'Abilities of examinees above, difficulties of items below, as shares of each. Abilities without items near them are measured badly.':
    '上方为受测者的能力值，下方为题目的难度，均以比例表示。附近没有题目的能力值测得较差。',
  'Most informative items': '信息量最大的题目',
  'Information of single items; that of the others is in the list of items.':
    '单题的信息量；其他题目见题目列表。',
  'Statistics of the bank': '题库统计量',
  measure: '指标',
  'Items to look at': '需要查看的题目',
  'Items that fit worst': '拟合最差的题目',
  '{n, plural, one {# item} other {# items}} of {all} with flags or findings, worst first.':
    '{all} 道题目中有 {n, number} 道有标记或发现，最差的在前。',
  'Points that leave the curve show where it is wrong.': '偏离曲线的点说明曲线何处不对。',
  '`{name}`: {meaning}.': '`{name}`：{meaning}。',
  '* posterior-predictive check in place of S-X²: {why}.': '* 以后验预测检验代替 S-X²：{why}。',
  'No S-X²: {reason}.': '没有 S-X²：{reason}。',
  'Options were not analysed: add --choices FILE to see who chooses which.':
    '没有分析选项：加上 --choices FILE 可查看谁选择了哪个选项。',
  'Statistics of items, worst first': '题目统计量，最差的在前',
  'r rest': '与其余的相关',
  'correlation with the mean of all other answers': '与其余作答平均的相关',
  'mean square weighted by information; 1 is expected': '按信息量加权的均方；期望为 1',
  'mean square; 1 is expected': '均方；期望为 1',
  df: '自由度',
  'flags and findings': '标记与发现',
  'Options of items whose key is in doubt': '标准答案可疑的题目的选项',
  'An option with ! is chosen more often than the key by the strongest third.':
    '带 ! 的选项被能力最强的三分之一选择得比标准答案更多。',
  'Who chooses which option': '谁选择哪个选项',
  option: '选项',
  '{option} (key)': '{option}（标准答案）',
  chosen: '选择数',
  'mean ability': '平均能力值',
  'r with rest score': '与其余得分的相关',
  'weakest third': '最弱三分之一',
  'middle third': '中间三分之一',
  'strongest third': '最强三分之一',
  '{item}: options by ability': '{item}：各能力值的选项',
  '{item}: response curve': '{item}：作答曲线',
  '{item}: information': '{item}：信息量',
  'Of {n} examinees whose choice is known.': '{n} 个选择已知的受测者。',
  'What to do': '怎么办',
  'Works backwards, or a wrong option beats the key: check the key and the text of the item. Correct the key and score again, or remove the item.':
    '反向或错误选项胜过标准答案：请检查标准答案和题目文字。更正标准答案并重新计分，或删除题目。',
  'Answers disagree with the key: the scores and the key come from different versions of the item. Score again.':
    '计分与标准答案不一致：得分和标准答案来自题目的不同版本。请重新计分。',
  'The curve misfits or is noisy: look where the points leave it. If they level off above 0 or below 1, fit a model with guessing or an upper asymptote.':
    '曲线不拟合或噪声较大：请看点在何处偏离曲线。如果点在 0 以上或 1 以下趋平，请拟合带猜测参数或上渐近线的模型。',
  'Weak: the item costs answers and tells little. Remove it, unless its content is needed.':
    '区分弱：题目耗费作答而信息很少。除非内容需要，否则删除。',
  'Too steep: harmless for most tests. If several are in one dependent pair or share a text, keep one.':
    '过陡：对多数测试无害。如果几道题互相依赖或共用一段文字，保留一道。',
  'Many examinees misfit: look for one cause, such as a parser that fails for some models, before you remove any.':
    '许多受测者不拟合：删除之前请先寻找共同原因，例如解析器对某些模型失效。',
  Examinees: '受测者',
  examinees: '受测者',
  'No examinee has a value of person fit.': '没有受测者有个人拟合值。',
  'Person fit of the examinees': '受测者的个人拟合',
  'l_z*, corrected for the estimated ability: values below −1.645 come from 5% of examinees who follow the model.':
    'l_z*，按估计的能力值校正：符合模型的受测者中有 5% 低于 −1.645。',
  'Worst fit first, {n} of {all}': '拟合最差的在前，{all} 个中的 {n} 个',
  se: '标准误',
  'The {n} worst of {all} items, worst first. Choose an item to see its curve, its information, and its options if choices are known.':
    '{all} 道题目中最差的 {n} 道，最差的在前。选择一道题目查看其曲线、信息量，以及已知选择时的选项。',
  '{share} right': '答对 {share}',
  '{n, plural, one {# answer} other {# answers}}; r rest {r}, outfit {outfit}, p of the fit {p}; a {a}, b {b}, c {c}, d {d}.':
    '{n, number} 次作答；与其余的相关 {r}，outfit {outfit}，拟合的 p {p}；a {a}，b {b}，c {c}，d {d}。',
  'check keys and texts of the items above, correct or remove them, and fit again: `{command}`':
    '请检查上述题目的标准答案和文字，更正或删除它们，然后重新拟合：`{command}`',
  curve: '曲线',
  'observed, 90% intervals': '观测值，90% 区间',
  information: '信息量',
  'share that chose it': '选择比例',
  'ability and difficulty': '能力值与难度',
  'test information': '测试信息量',
  'share of examinees': '受测者比例',
  'expected under the model': '模型下的期望',
  // Flags and findings.
  'works backwards: better examinees answer it wrong more often (slope or item-rest correlation below 0)':
    '反向：能力较强的受测者反而更常答错（斜率或题总相关小于 0）',
  'its slope ran to a bound: the answers do not determine it': '斜率到达边界：作答不能确定它',
  'its difficulty lies further from 0 than any ability can': '难度距 0 比任何可能的能力值都远',
  'its guessing ran to a bound': '猜测参数到达边界',
  'everyone answered it right, but for examinees without a right answer':
    '除没有任何答对题目的受测者外，所有人都答对',
  'everyone answered it wrong, but for examinees without a wrong answer':
    '除没有任何答错题目的受测者外，所有人都答错',
  'fewer than 5 examinees answered it': '作答的受测者不足 5 个',
  'a wrong option attracts strong examinees more than the key: check the key':
    '某个错误选项比标准答案更吸引能力强的受测者：请检查标准答案',
  'some answers are scored right without the key, or wrong with it':
    '有些作答未选标准答案却计为正确，或选了却计为错误',
  'the share right does not follow the curve over the range of scores or abilities':
    '答对比例在得分或能力值范围内不符合曲线',
  'answers are harder to predict than the curve says (infit above 1.3, z above 1.96)':
    '作答比曲线所示更难预测（infit 大于 1.3，z 大于 1.96）',
  'it hardly distinguishes strong from weak examinees (item-rest correlation below .2, beyond chance)':
    '几乎不能区分能力强弱的受测者（题总相关小于 0.2，超出偶然）',
  'answers are easier to predict than the curve says (infit below 0.7, z below −1.96)':
    '作答比曲线所示更易预测（infit 小于 0.7，z 小于 −1.96）',
  // Measures of the bank.
  'Reliability, empirical': '经验信度',
  'Reliability, marginal': '边际信度',
  'Smallest standard error': '最小标准误',
  'Residual correlations': '残差相关',
  'Dependent pairs (Q3)': '依赖的题目对（Q3）',
  Dimensions: '维度',
  '{one} and {two}||items': '{one} 与 {two}',
  'Of examinees drawn from the prior.': '从先验中抽取的受测者。',
  'Of an ability estimated from all items, at ability {ability}.':
    '用全部题目估计能力值时，位于能力值 {ability} 处。',
  '{value}, df {df}, p {p}': '{value}，自由度 {df}，p {p}',
  'RMSEA {value} (90% interval {low} to {high}): {fit}.':
    'RMSEA {value}（90% 区间 {low} 至 {high}）：{fit}。',
  'close fit': '拟合良好',
  'acceptable fit': '拟合可接受',
  'poor fit; look at items and dimensions': '拟合较差；请看题目和维度',
  'Answers simulated from the parameters give {low} to {high} (p {p}): {says}.':
    '按参数模拟的作答为 {low} 至 {high}（p {p}）：{says}。',
  'some items go together more than one ability explains':
    '有些题目的关联超出单一能力所能解释的程度',
  'this shows nothing, because parameters were fitted to the same answers':
    '这不能说明什么，因为参数就是用这些作答拟合的',
  'Largest: {value}, {pair}.': '最大：{value}，{pair}。',
  'Largest: {value}, {pair} (p {p}).': '最大：{value}，{pair}（p {p}）。',
  'Largest |Q3 − mean|: {values}. Without simulated answers there is no limit to compare it with.':
    '最大 |Q3 − 均值|：{values}。没有模拟作答，因此没有可比较的界限。',
  'No pair beyond {limit}, the 5% limit of the largest |Q3 − mean| of independent items.':
    '没有题目对超过 {limit}，即独立题目最大 |Q3 − 均值| 的 5% 界限。',
  'Beyond {limit}, the 5% limit of the largest |Q3 − mean| of independent items: {pairs}.':
    '超过 {limit}（独立题目最大 |Q3 − 均值| 的 5% 界限）的题目对：{pairs}。',
  'Look for shared text, or one item that gives away another.':
    '请查看是否共用文字，或一道题泄露了另一道的答案。',
  'One ability predicts answers of left-out examinees as well as more do.':
    '单一能力对留出受测者作答的预测与多维一样好。',
  '{n} abilities predict answers of left-out examinees better than fewer; consider calibrating parts of the bank apart.':
    '{n} 维能力对留出受测者作答的预测优于更少的维数；可考虑将题库分部分校准。',
  'Only {n, plural, one {# ability} other {# abilities}} could be tried, so nothing was compared.':
    '只能尝试 {n, number} 维，因此没有比较。',
  'Log-likelihood per answer: {values} (best {best}, {families, plural, one {# family} other {# families}}).':
    '每次作答的对数似然：{values}（最佳 {best}，{families, number} 个系列）。',
  'High: single examinees can be compared.': '高：可以比较单个受测者。',
  'Enough to compare groups; single examinees only if they are far apart.':
    '足以比较群体；单个受测者只有相差较大时才能比较。',
  'Low: abilities from these items hardly distinguish these examinees.':
    '低：这些题目得到的能力值几乎不能区分这些受测者。',
} as const;
