/** The page of `calibrate diagnose`, in Chinese. */
export const DIAGNOSIS_PAGE_TOLD = {
  // The page of a diagnosis.
  'Diagnosis of {Items}': '{Items}的诊断',
  'No item has a flag or a finding.': '没有题目有标记或发现。',
  'These fit their curves worst.': '下列题目的拟合最差。',
  '{n} of {Items} has flags or findings; {item} is the first to look at.':
    '{Items}中有 {n} 道有标记或发现；请先查看 {item}。',
  '{n} of {Items} have flags or findings; {item} is the first to look at.':
    '{Items}中有 {n} 道有标记或发现；请先查看 {item}。',
  '{n} of {Examinees} answers unlike the model; chance gives about {m}.':
    '{Examinees}中有 {n} 个的作答与模型不符；偶然情况下约为 {m} 个。',
  '{n} of {Examinees} answer unlike the model; chance gives about {m}.':
    '{Examinees}中有 {n} 个的作答与模型不符；偶然情况下约为 {m} 个。',
  parameters: '参数文件',
  'recorded answers': '作答记录',
  ability: '能力值',
  'mean {n}, standard deviation {m}': '均值 {n}，标准差 {m}',
  'Information and difficulty': '信息量与难度',
  'Test information': '测试信息量',
  'Of all items together: high where abilities are measured precisely.':
    '全部题目合计：越高，该能力值测得越精确。',
  'Standard error': '标准误',
  'Of an ability estimated from all items, 1/√information.':
    '用全部题目估计能力值的标准误，1/√信息量。',
  'Wright map': '怀特图',
  'Abilities of examinees above, difficulties of items below, as shares of each.':
    '上方为受测者的能力值，下方为题目的难度，均以比例表示。',
  'Abilities without items near them are measured badly.': '附近没有题目的能力值测得较差。',
  'Most informative items': '信息量最大的题目',
  'Information of single items; that of the others is in the list of items.':
    '单题的信息量；其他题目见题目列表。',
  'The bank as a whole': '题库整体',
  'Statistics of the bank': '题库统计量',
  measure: '指标',
  value: '数值',
  meaning: '含义',
  'Items to look at': '需要查看的题目',
  'Items that fit worst': '拟合最差的题目',
  '{Items} with flags or findings, worst first.': '{Items}有标记或发现，最差的在前。',
  'Points that leave the curve show where it is wrong.': '偏离曲线的点说明曲线何处不对。',
  ': options': '：各选项',
  ': response curve': '：作答曲线',
  ': options by ability': '：各能力值的选项',
  ': information': '：信息量',
  ': ': '：',
  '. ': '。',
  '.': '。',
  ' (key)': '（标准答案）',
  '{option} (key)': '{option}（标准答案）',
  ', ': '，',
  'An option with ! is chosen more often than the key by the strongest third.':
    '带 ! 的选项被能力最强的三分之一选择得比标准答案更多。',
  '{n} more are in the list of items.': '另有 {n} 道见题目列表。',
  'Statistics of these items': '这些题目的统计量',
  item: '题目',
  answered: '作答数',
  right: '答对',
  'r rest': '与其余的相关',
  'correlation with the mean of all other answers': '与其余作答平均的相关',
  'mean square weighted by information; 1 is expected': '按信息量加权的均方；期望为 1',
  'mean square; 1 is expected': '均方；期望为 1',
  'of S-X²; with a star, of the posterior-predictive check in its place':
    'S-X² 的 p；带星号者为后验预测检验的 p',
  'flags and findings': '标记与发现',
  'All items': '全部题目',
  'All items, worst first.': '全部题目，最差的在前。',
  'The {n} worst of {m} items.': '{m} 道题目中最差的 {n} 道。',
  'Choose an item to see its curve and its information.': '选择一道题目查看其曲线和信息量。',
  'Choose an item to see its curve, its options and its information.':
    '选择一道题目查看其曲线、选项和信息量。',
  'no answers': '没有作答',
  '{n} right': '答对 {n}',
  'r {n}': 'r {n}',
  'infit {n}': 'infit {n}',
  'outfit {n}': 'outfit {n}',
  'predictive p {n}': '后验预测 p {n}',
  'S-X² {n}, df {m}, p {p}': 'S-X² {n}，自由度 {m}，p {p}',
  Examinees: '受测者',
  'No examinee has a value of person fit.': '没有受测者有个人拟合值。',
  'Person fit of the examinees': '受测者的个人拟合',
  'l_z*, corrected for the estimated ability: values below −1.645 come from 5% of examinees who follow the model.':
    'l_z*，按估计的能力值校正：符合模型的受测者中有 5% 低于 −1.645。',
  'Worst fit first': '拟合最差的在前',
  'Worst fit first, {n} of {m}': '拟合最差的在前，{m} 个中的 {n} 个',
  examinee: '受测者',
  se: '标准误',
  'What to do': '怎么办',
  'Works backwards, or a wrong option beats the key: check the key and the text of the item.':
    '反向或错误选项胜过标准答案：请检查标准答案和题目文字。',
  'Correct the key and score again, or remove the item.': '更正标准答案并重新计分，或删除题目。',
  'Answers disagree with the key: the scores and the key come from different versions of the item.':
    '计分与标准答案不一致：得分和标准答案来自题目的不同版本。',
  'Score again.': '请重新计分。',
  'The curve misfits or is noisy: look where the points leave it.':
    '曲线不拟合或噪声较大：请看点在何处偏离曲线。',
  'If they level off above 0 or below 1, fit a model with guessing or an upper asymptote.':
    '如果点在 0 以上或 1 以下趋平，请拟合带猜测参数或上渐近线的模型。',
  'Weak: the item costs answers and tells little.': '区分弱：题目耗费作答而信息很少。',
  'Remove it, unless its content is needed.': '除非内容需要，否则删除。',
  'Too steep: harmless for most tests.': '过陡：对多数测试无害。',
  'If several are in one dependent pair or share a text, keep one.':
    '如果几道题互相依赖或共用一段文字，保留一道。',
  'Many examinees misfit: look for one cause, such as a parser that fails for some models, before you remove any.':
    '许多受测者不拟合：删除之前请先寻找共同原因，例如解析器对某些模型失效。',
  option: '选项',
  'Options of {item}': '题目 {item} 的选项',
  chosen: '选择数',
  share: '比例',
  'mean ability': '平均能力值',
  'r with rest score': '与其余得分的相关',
  'weakest third': '最弱三分之一',
  middle: '中间三分之一',
  'strongest third': '最强三分之一',
  'Of {n} examinees whose choice is known.': '{n} 个选择已知的受测者。',
  // Its charts.
  'share right': '答对比例',
  curve: '曲线',
  'observed, 90% intervals': '观测值，90% 区间',
  information: '信息量',
  'share that chose it': '选择比例',
  'ability and difficulty': '能力值与难度',
  'test information': '测试信息量',
  'standard error': '标准误',
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
  'answers are harder to predict than the curve says (infit above {n}, z above {m})':
    '作答比曲线所示更难预测（infit 大于 {n}，z 大于 {m}）',
  'it hardly distinguishes strong from weak examinees (item-rest correlation below .2, beyond chance)':
    '几乎不能区分能力强弱的受测者（题总相关小于 0.2，超出偶然）',
  'answers are easier to predict than the curve says (infit below {n}, z below {m})':
    '作答比曲线所示更易预测（infit 小于 {n}，z 小于 {m}）',
  // Measures of the bank.
  'Reliability, empirical': '经验信度',
  'Reliability, marginal': '边际信度',
  'Smallest standard error': '最小标准误',
  'Residual correlations': '残差相关',
  'Dependent pairs (Q3)': '依赖的题目对（Q3）',
  Dimensions: '维度',
  'Of examinees drawn from the prior.': '从先验中抽取的受测者。',
  'Of an ability estimated from all items, at ability {n}.':
    '用全部题目估计能力值时，位于能力值 {n} 处。',
  '{n}, df {m}, p {p}': '{n}，自由度 {m}，p {p}',
  'RMSEA {n} (90% interval {l} to {h}): {Fit}.': 'RMSEA {n}（90% 区间 {l} 至 {h}）：{Fit}。',
  'close fit': '拟合良好',
  'acceptable fit': '拟合可接受',
  'poor fit; look at items and dimensions below': '拟合较差；请看下面的题目和维度',
  'SRMSR {n}': 'SRMSR {n}',
  'Answers simulated from the parameters give {l} to {h} (p {p}): {Says}.':
    '按参数模拟的作答为 {l} 至 {h}（p {p}）：{Says}。',
  'some items go together more than one ability explains':
    '有些题目的关联超出单一能力所能解释的程度',
  'this shows nothing, because parameters were fitted to the same answers':
    '这不能说明什么，因为参数就是用这些作答拟合的',
  'Largest: {n}, {one} and {other}.': '最大：{n}，{one} 与 {other}。',
  'Largest: {n}, {one} and {other} (p {p}).': '最大：{n}，{one} 与 {other}（p {p}）。',
  '{n} of {m}': '{m} 对中的 {n} 对',
  'Largest |Q3 − mean| {n}; without simulated answers there is no limit to compare it with.':
    '最大 |Q3 − 均值| 为 {n}；没有模拟作答，因此没有可比较的界限。',
  'Largest |Q3 − mean| {n}, {one} and {other}; without simulated answers there is no limit to compare it with.':
    '最大 |Q3 − 均值| 为 {n}，{one} 与 {other}；没有模拟作答，因此没有可比较的界限。',
  'No pair beyond {n}, the 5% limit of the largest |Q3 − mean| of independent items.':
    '没有题目对超过 {n}，即独立题目最大 |Q3 − 均值| 的 5% 界限。',
  'Beyond {n}, the 5% limit of the largest |Q3 − mean| of independent items: {pairs}.':
    '超过 {n}（独立题目最大 |Q3 − 均值| 的 5% 界限）的题目对：{pairs}。',
  'Look for shared text, or one item that gives away another.':
    '请查看是否共用文字，或一道题泄露了另一道的答案。',
  'One ability predicts answers of left-out examinees as well as more do.':
    '单一能力对留出受测者作答的预测与多维一样好。',
  '{n} abilities predict answers of left-out examinees better than fewer; consider calibrating parts of the bank apart.':
    '{n} 维能力对留出受测者作答的预测优于更少的维数；可考虑将题库分部分校准。',
  'Only {n} ability could be tried, so nothing was compared.': '只能尝试 {n} 维，因此没有比较。',
  'Only {n} abilities could be tried, so nothing was compared.': '只能尝试 {n} 维，因此没有比较。',
  'Log-likelihood per answer: {values} (best {n}, {m} family).':
    '每次作答的对数似然：{values}（最佳 {n}，{m} 个系列）。',
  'Log-likelihood per answer: {values} (best {n}, {m} families).':
    '每次作答的对数似然：{values}（最佳 {n}，{m} 个系列）。',
  'High: single examinees can be compared.': '高：可以比较单个受测者。',
  'Enough to compare groups; single examinees only if they are far apart.':
    '足以比较群体；单个受测者只有相差较大时才能比较。',
  'Low: abilities from these items hardly distinguish these examinees.':
    '低：这些题目得到的能力值几乎不能区分这些受测者。',
} as const;
