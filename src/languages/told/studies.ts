/** Simulation studies of designs and of test length, their charts and tables, in Chinese. */
export const STUDIES_TOLD = {
  'Simulation study: {Cells}, {Replications}': '模拟研究：{Cells}，{Replications}',
  'Which is best': '哪种最好',
  'Deviations from the design': '与设计的偏离',
  Files: '文件',
  Examinees: '受测者',
  'Files in the same folder: {names}.': '同一文件夹中的文件：{names}。',
  // The answer.
  '{name} has the least RMSE, {n}; it is {Told}.': '{name} 的 RMSE 最小，为 {n}；{Told}。',
  '{name} has the least RMSE, {n}.': '{name} 的 RMSE 最小，为 {n}。',
  '{name} has the best order (τ-b), {n}; it is {Told}.':
    '{name} 的排序最好（τ-b），为 {n}；{Told}。',
  '{name} has the best order (τ-b), {n}.': '{name} 的排序最好（τ-b），为 {n}。',
  'clearly ahead of the other': '明显优于另一种',
  'clearly ahead of all {n} others': '明显优于其他 {n} 种',
  'level with {names}': '与 {names} 不相上下',
  'The least RMSE is not defined in this study.': '本研究中最小 RMSE 没有定义。',
  'The best order (τ-b) is not defined in this study.': '本研究中最好的排序（τ-b）没有定义。',
  'The least RMSE is {n} to {m}.': '最小 RMSE 为 {n} 至 {m}。',
  'The best order (τ-b) is {n} to {m}.': '最好的排序（τ-b）为 {n} 至 {m}。',
  '{name} has the least RMSE in {Share} (clearly ahead of all others in {Count}).':
    '{name} 在{Share}中 RMSE 最小（明显优于其他所有选择的条件数：{Count}）。',
  '{name} has the best order (τ-b) in {Share} (clearly ahead of all others in {Count}).':
    '{name} 在{Share}中排序最好（τ-b）（明显优于其他所有选择的条件数：{Count}）。',
  '{name} has the least RMSE in {Share} (clearly ahead of all others in {Count}) and {Rest}.':
    '{name} 在{Share}中 RMSE 最小（明显优于其他所有选择的条件数：{Count}）；{Rest}。',
  '{name} has the best order (τ-b) in {Share} (clearly ahead of all others in {Count}) and {Rest}.':
    '{name} 在{Share}中排序最好（τ-b）（明显优于其他所有选择的条件数：{Count}）；{Rest}。',
  '{name} has the least RMSE in {Share} (clearly ahead of all others in {Count}), {Rest} and {More}.':
    '{name} 在{Share}中 RMSE 最小（明显优于其他所有选择的条件数：{Count}）；{Rest}；{More}。',
  '{name} has the best order (τ-b) in {Share} (clearly ahead of all others in {Count}), {Rest} and {More}.':
    '{name} 在{Share}中排序最好（τ-b）（明显优于其他所有选择的条件数：{Count}）；{Rest}；{More}。',
  '{name} in {Share} (clearly ahead of all others in {Count})':
    '{name} 在{Share}中最好（明显优于其他所有选择的条件数：{Count}）',
  '{One} (clearly ahead of all others in {Count}), {Two}':
    '{One}（明显优于其他所有选择的条件数：{Count}）；{Two}',
  '{n} more in the others': '其余条件中另有 {n} 种',
  'both conditions': '两个条件',
  'all {n} conditions': '全部 {n} 个条件',
  '{n} of {Conditions}': '{Conditions}中的 {n} 个',
  none: '无',
  '{level} instead of {factor} none: RMSE {n}.': '{level} 代替无 {factor}：RMSE {n}。',
  '{level} instead of {factor} none: RMSE {n} to {m}.':
    '{level} 代替无 {factor}：RMSE {n} 至 {m}。',
  'A choice is clearly ahead of another if, for equal choices, chance alone would make so great a difference in less than 5% of studies, over all pairs of a condition together.':
    '如果两种选择相同而仅凭偶然出现如此大差异的研究不到 5%（一个条件的所有配对一并考虑），就说一种选择明显优于另一种。',
  'Otherwise the two are level, which does not mean that they are equal.':
    '否则两者不相上下，但这不表示两者相等。',
  'Both choices have the same examinees, so their difference is more certain than the two figures are.':
    '两种选择的受测者相同，因此它们的差异比两个数值本身更确定。',
  '{Clusters} are too few to decide: at least {n} are needed.':
    '{Clusters}太少，无法判断：至少需要 {n} 个。',
  'The best of each condition': '各条件下的最佳选择',
  condition: '条件',
  'least RMSE': '最小 RMSE',
  RMSE: 'RMSE',
  SD: '标准差',
  'level with it': '不相上下者',
  'Choices that are not clearly worse in this study.': '本研究中没有明显更差的选择。',
  'highest τ-b': '最高 τ-b',
  'level with it (τ-b)': '不相上下者（τ-b）',
  'all cells': '所有单元',
  'RMSE is not defined in any cell.': '任何单元都没有 RMSE。',
  'RMSE ranges from {n} ({one}) to {m} ({other}).': 'RMSE 从 {n}（{one}）到 {m}（{other}）。',
  'The tests of this study have {Figures}.': '本研究的测试：{Figures}。',
  '{One}, {Two} and {Three}': '{One}，{Two}，{Three}',
  '{One} and {Two}': '{One}，{Two}',
  'RMSE {n}': 'RMSE {n}',
  'bias {n}': '偏差 {n}',
  '95% hold {n}': '95% 区间覆盖率 {n}',
  'τ-b {n}': 'τ-b {n}',
  // Facts.
  'what it is': '性质',
  'SIMULATED: answers deviate from the model only as the design says':
    '模拟数据：作答只按设计偏离模型',
  examinees: '受测者',
  bank: '题库',
  '{n} in each of {Replications}, ranked in {Groups}':
    '{Replications}中每次 {n} 个，按{Groups}排名',
  'groups of {n}': '每组 {n} 个',
  'groups of {n} or {m}': '每组 {n} 或 {m} 个',
  '{Items}; each replication draws its own {parts}': '{Items}；每次重复各自抽取 {parts}',
  'drawn from': '抽取来源',
  'Items are drawn from {Items} of the file, with replacement.':
    '从文件的 {Items} 中有放回地抽取。',
  'Items are drawn from {Items} of the file, with replacement; left out: {Left}.':
    '从文件的 {Items} 中有放回地抽取；未计入：{Left}。',
  '{n} of other response models': '{n} 道属于其他作答模型',
  '{n} with impossible parameters': '{n} 道参数不合理',
  '{n} by `where`': '{n} 道被 `where` 排除',
  truth: '真实模型',
  calibration: '校准',
  estimator: '估计方法',
  selector: '选题方法',
  constraint: '约束',
  exposure: '曝光控制',
  stopping: '终止规则',
  length: '长度',
  lag: '滞后',
  '{levels} (in all cells)': '{levels}（所有单元）',
  'none in any cell': '所有单元都没有',
  '± and bands': '± 与区间带',
  'Monte Carlo standard errors over {Clusters}; bands are 95% intervals, ± {n} of them (Student’s t)':
    '按{Clusters}计算的蒙特卡罗标准误；区间带为 95% 区间，即 ± {n} 个标准误（t 分布）',
  '{Groups}, for this one bank; measures of exposure have none':
    '{Groups}，仅针对这一个题库；曝光指标没有标准误',
  seed: '随机种子',
  // Charts.
  'By true ability': '按真实能力值',
  'By true ability (SIMULATED)': '按真实能力值（模拟数据）',
  'By true ability, part {n} of {m} (SIMULATED)': '按真实能力值，第 {n} / {m} 部分（模拟数据）',
  '{Title}, part {n}': '{Title}，第 {n} 部分',
  '{Replications} of {Examinees}, {Items}.': '{Replications}，每次 {Examinees}，{Items}。',
  'Bands: 95% intervals, ±{n} Monte Carlo standard errors.':
    '区间带：95% 区间，±{n} 个蒙特卡罗标准误。',
  'Bands are 95% intervals, ± {n} Monte Carlo standard errors.':
    '区间带为 95% 区间，± {n} 个蒙特卡罗标准误。',
  'Each point is at the middle of its bin.': '每个点位于其分组的中央。',
  'Each point is at the middle of its bin of abilities; bins with few tests are only in by-ability.csv.':
    '每个点位于其能力分组的中央；测试很少的分组只在 by-ability.csv 中。',
  'The charts show {n} of {m} cells: the cell with the least RMSE, those that differ from it in one factor, and some from the whole range.':
    '图中显示 {m} 个单元中的 {n} 个：RMSE 最小的单元、与它只差一个因素的单元，以及从整个范围中选取的一些。',
  'The tables at the end have all cells.': '末尾的表格包含所有单元。',
  'true ability (standard deviations)': '真实能力值（标准差）',
  'true ability (SD)': '真实能力值（标准差）',
  'Bias of the ability': '能力值的偏差',
  'RMSE of the ability': '能力值的 RMSE',
  'Mean standard error': '平均标准误',
  'mean standard error': '平均标准误',
  'coverage of 95% intervals': '95% 区间的覆盖率',
  'Are the standard errors right?': '标准误是否正确？',
  'Where the mean standard error is below the RMSE, tests report too small an error.':
    '平均标准误小于 RMSE 之处，测试报告的误差偏小。',
  'What more items bring': '增加题目的效果',
  'How long the tests are': '测试有多长',
  'How often items are used': '题目的使用频率',
  'Bias by ability': '各能力值的偏差',
  'estimate − true ability (SD)': '估计值 − 真实能力值（标准差）',
  'Dotted line: no bias.': '点线：无偏差。',
  'RMSE by ability': '各能力值的 RMSE',
  'root mean square error (SD)': '均方根误差（标准差）',
  'Coverage of 95% intervals by ability': '各能力值的 95% 区间覆盖率',
  'coverage (%)': '覆盖率（%）',
  'Dotted line: the nominal 95%.': '点线：名义水平 95%。',
  'SD of ability': '能力值标准差',
  '{Measure} by items asked': '{Measure}与题目数',
  'items asked (mean)': '题目数（平均）',
  'items asked': '题目数',
  '{Measure} ({Unit})': '{Measure}（{Unit}）',
  all: '全部',
  '%': '%',
  'τ-b': 'τ-b',
  ρ: 'ρ',
  'χ²': 'χ²',
  'Tests that have ended': '已结束的测试',
  'Share of tests that have ended after this number of items.':
    '到该题目数时已结束的测试所占比例。',
  'share of tests (%)': '测试比例（%）',
  'Exposure, item by item': '逐题曝光率',
  'Items, most used first.': '题目按使用次数从多到少排列。',
  'Where a line reaches 0, the rest of the bank is unused.':
    '曲线降到 0 之后，题库其余题目未被使用。',
  'items, most used first (% of the bank)': '题目，使用多的在前（占题库百分比）',
  'examinees that see the item (%)': '看到该题的受测者（%）',
  // Measures.
  bias: '偏差',
  'Mean of estimate − true ability.': '估计值 − 真实能力值的平均。',
  'Root mean square of estimate − true ability.': '估计值 − 真实能力值的均方根。',
  'mean SE': '平均标准误',
  'Mean of the finite standard errors that the tests report.': '测试报告的有限标准误的平均。',
  'SE infinite': '标准误无限',
  'Share of tests that report no finite standard error.': '没有报告有限标准误的测试比例。',
  '95% hold': '95% 覆盖率',
  'Share of intervals of ± 1.96 standard errors that contain the true ability; infinite intervals count as containing it.':
    '± 1.96 个标准误的区间包含真实能力值的比例；无限区间算作包含。',
  'on a bound': '在边界上',
  'Share of estimates at a bound of the ability scale.': '位于能力量尺边界的估计值比例。',
  items: '题目数',
  'Mean number of items per test.': '每次测试的平均题目数。',
  'out of items': '无题可选',
  'Share of tests that ended because no eligible item was left.':
    '因没有可选题目而结束的测试比例。',
  cost: '费用',
  'Mean cost per test, in the unit of the bank.': '每次测试的平均费用，以题库的单位计。',
  'mean exposure': '平均曝光率',
  'Mean share of examinees that see an item.': '看到一道题的受测者平均比例。',
  'most exposed': '最高曝光率',
  'Share of examinees that see the most exposed item.': '看到曝光最多的题目的受测者比例。',
  unused: '未使用',
  'Share of the bank that no examinee sees.': '没有受测者看到的题目占题库的比例。',
  'above the rate': '超过上限',
  'Share of the bank that is exposed more often than the rate allows.':
    '曝光率超过允许上限的题目占题库的比例。',
  'Unevenness of item use; 0 if all items are seen equally often.':
    '题目使用的不均匀程度；所有题目使用次数相同时为 0。',
  overlap: '重叠率',
  'Mean share of items that two examinees have in common.': '两个受测者共同题目的平均比例。',
  'searches done': '搜索完成',
  'Share of Sympson-Hetter searches that came within their tolerance of the rate.':
    'Sympson-Hetter 搜索中达到曝光上限容差的比例。',
  rounds: '轮数',
  'Mean number of rounds of a Sympson-Hetter search.': 'Sympson-Hetter 搜索的平均轮数。',
  'greatest in search': '搜索中的最高值',
  'Greatest rate in the round that was used.': '所用那一轮中的最高曝光率。',
  efficiency: '效率',
  'Information as a share of the information of the best items for the true ability.':
    '信息量占真实能力值下最佳题目信息量的比例。',
  'Kendall’s rank correlation of the estimated with the true order, within groups.':
    '组内估计次序与真实次序的 Kendall 等级相关。',
  'Spearman’s rank correlation of the estimated with the true order, within groups.':
    '组内估计次序与真实次序的 Spearman 等级相关。',
  'pairs right': '次序正确的对',
  'Share of pairs of examinees in the right order.': '次序正确的受测者对的比例。',
  'score bias': '得分偏差',
  'Mean of predicted − actual score on the bank.': '题库上预测得分 − 实际得分的平均。',
  points: '百分点',
  'score error': '得分误差',
  'Mean absolute difference of predicted and actual score on the bank.':
    '题库上预测得分与实际得分之差的绝对值平均。',
  'best found': '找到最佳者',
  'best {n} found': '找到前 {n} 名',
  'Share of the estimated best that are truly among the best.':
    '估计的最佳者中真正属于最佳者的比例。',
  'right at {n}': '在 {n} 处正确',
  'Share of examinees put on the right side of the cut.': '被判在分界点正确一侧的受测者比例。',
  'falsely above {n}': '误判高于 {n}',
  'Share of examinees put above the cut who are below it.': '低于分界点却被判高于它的受测者比例。',
  'falsely below {n}': '误判低于 {n}',
  'Share of examinees put below the cut who are above it.': '高于分界点却被判低于它的受测者比例。',
  // Numbers, warnings, next steps.
  'All numbers': '全部数值',
  'All numbers, part {n} of {m}': '全部数值，第 {n} / {m} 部分',
  'The first {n} of {m} cells; --out writes all of them to results.csv.':
    '{m} 个单元中的前 {n} 个；--out 把全部写入 results.csv。',
  'FEW REPLICATIONS: standard errors over fewer than {n} (here {m}) are themselves uncertain, and ± .0 does not mean certainty.':
    '重复次数太少：少于 {n} 次（这里 {m} 次）时标准误本身就不确定，± .0 并不表示确定。',
  'FEW GROUPS: standard errors over fewer than {n} (here {m}) are themselves uncertain, and ± .0 does not mean certainty.':
    '组数太少：少于 {n} 组（这里 {m} 组）时标准误本身就不确定，± .0 并不表示确定。',
  'Use more.': '请增加数量。',
  '{Measures}; ± Monte Carlo standard error': '{Measures}；± 蒙特卡罗标准误',
  cell: '单元',
  'Replications for the requested precision': '达到所要求精度的重复次数',
  'Replications needed, by measure': '各指标所需的重复次数',
  'not known': '未知',
  'the requested precision takes {n} replications: set `replications: {m}` in the design, and simulate into another folder.':
    '所要求的精度需要 {n} 次重复：请在设计中设置 `replications: {m}`，并模拟到另一个文件夹。',
  'try the best cells on answers of real models: `thetarank simulate post-hoc --help`.':
    '用真实模型的作答检验最佳单元：`thetarank simulate post-hoc --help`。',
  'TESTS CUT SHORT: no eligible item was left, so that the test ended early, in {Shares}.':
    '测试被截短：没有可选题目，测试提前结束：{Shares}。',
  'Such a cell does not represent tests of its length: allow a higher rate or looser constraints, or use a larger bank.':
    '这样的单元不能代表该长度的测试：请允许更高的曝光率或更宽松的约束，或使用更大的题库。',
  'SEARCH NOT DONE: Sympson-Hetter came within its tolerance of the rate in {Shares}.':
    '搜索未完成：Sympson-Hetter 达到曝光上限容差的情况：{Shares}。',
  'The best round was used.': '使用了最好的一轮。',
  'Allow more rounds, more examinees or a greater tolerance.':
    '请允许更多轮次、更多受测者或更大的容差。',
  '{n} of the tests ({name})': '{n} 的测试（{name}）',
  'less than {n} of the tests ({name})': '不到 {n} 的测试（{name}）',
  '{n} of its searches, with a greatest rate of {m} on average ({name})':
    '{n} 的搜索，平均最高曝光率 {m}（{name}）',
  'less than {n} of its searches, with a greatest rate of {m} on average ({name})':
    '不到 {n} 的搜索，平均最高曝光率 {m}（{name}）',
  'and {n} more': '另有 {n} 个',
  // Test length.
  'How long must a test be?': '测试需要多长？',
  'How long must a test be? {bank}': '测试需要多长？{bank}',
  'How long must a test be? {bank} (SIMULATED)': '测试需要多长？{bank}（模拟数据）',
  'Take {Items}: with them {Target} is reached ({p}).': '请用 {Items}：可以达到 {Target}（{p}）。',
  'Shorter tests from {Items} on are open; the best estimate of the shortest one that reaches it is {n}.':
    '从 {Items} 起的更短测试尚未确定；达到目标的最短长度的最佳估计为 {n} 道。',
  'Take 1 item: it reaches {Target} already.': '1 道题目就能达到 {Target}。',
  'These are tests by the strategy {strategy}; rank uses robust unless another one is named.':
    '这些测试采用策略 {strategy}；rank 默认采用 robust。',
  '--strategy robust studies that, in minutes per replication.':
    '--strategy robust 研究后者，每次重复需数分钟。',
  'No test of up to {Longest} reaches {Target}: with {n} items {Figures}.':
    '{Longest}以内的测试都达不到 {Target}：{n} 道题目时 {Figures}。',
  'Open: {Target} takes at least {Items} ({p}), and {Longest} may or may not be enough; with {n} items {Figures}.':
    '尚未确定：{Target} 至少需要 {Items}（{p}），{Longest}可能够也可能不够；{n} 道题目时 {Figures}。',
  '{measure} is {n}': '{measure} 为 {n}',
  '{measure}>={n}': '{measure}>={n}',
  '{measure}<={n}': '{measure}<={n}',
  '{measure}>={n} {m}': '{measure}>={n} 需 {m} 道',
  '{measure}<={n} {m}': '{measure}<={n} 需 {m} 道',
  '{target} more than {n}': '{target} 需多于 {n} 道',
  '{target}: more than {n}; shaded: {p} interval.': '{target}：多于 {n} 道；阴影：{p} 区间。',
  '{target}: {Items}; shaded: {p} interval.': '{target}：{Items}；阴影：{p} 区间。',
  'Bands: ±1.96 Monte Carlo standard errors.': '区间带：±1.96 个蒙特卡罗标准误。',
  'Dashed: the target.': '虚线：目标。',
  'Dashed: the target, and the length.': '虚线：目标和长度。',
  'Shaded: the {p} interval of the length.': '阴影：长度的 {p} 区间。',
  'Shaded: the {p} interval of the length that reaches all targets.':
    '阴影：达到全部目标的长度的 {p} 区间。',
  'How to read it': '如何解读',
  'The curve': '曲线',
  'The interval of the length is valid however often the study checks it.':
    '无论研究检查多少次，长度区间都有效。',
  'All lengths that were tested': '检验过的所有长度',
  '{Measure}, ± Monte Carlo standard error': '{Measure}，± 蒙特卡罗标准误',
  replications: '重复次数',
  target: '目标',
  tests: '测试',
  reached: '达到',
  missed: '未达到',
  open: '未确定',
  'not reached': '未达到',
  '{target}: {Answer} (SIMULATED)': '{target}：{Answer}（模拟数据）',
  '{target}: {Answer}': '{target}：{Answer}',
  'This interval is for these {n} models.': '该区间针对这 {n} 个模型。',
  'For other families like theirs, the length may be {n} to {m} items.':
    '对类似的其他系列，长度可能为 {n} 至 {m} 道题目。',
  'For other families like theirs, the length may be {n} to more than {m} items.':
    '对类似的其他系列，长度可能为 {n} 道至 {m} 道以上。',
  'Each target alone: {Targets}.': '各目标单独来看：{Targets}。',
  'A longer test can be worse here.': '此处较长的测试可能反而更差。',
  'The length is the shortest one from which all longer tests, up to {Items} (--max-items), reach the target.':
    '长度是指从它起直到 {Items}（--max-items）的所有测试都达到目标的最短长度。',
  'se is the mean over the examinees.': 'se 是对受测者的平均。',
  'A few tests with very large standard errors (above 12 they count as 12) can change this mean a lot; median-se is not affected by them.':
    '少数标准误很大的测试（超过 12 按 12 计）会明显改变该平均；median-se 不受其影响。',
  'The interval is wider than requested: about {Replications} would be enough (--max-replications; with --out and --resume the study continues from here).':
    '区间比要求的宽：大约 {Replications}就够了（--max-replications；用 --out 和 --resume 可从此处继续研究）。',
  'SIMULATED, with exactly right item parameters.': '模拟数据，题目参数完全正确。',
  'Real answers fit less well and real calibrations have errors, so treat this as a lower bound.':
    '真实作答拟合较差，真实校准有误差，因此请把它当作下限。',
  '--calibrated-on N estimates the parameters from N simulated examinees.':
    '--calibrated-on N 用 N 个模拟受测者估计参数。',
  'SIMULATED, with item parameters estimated from {n} simulated examinees in each replication.':
    '模拟数据，每次重复用 {n} 个模拟受测者估计题目参数。',
  'Real answers fit less well, so treat this as a lower bound.':
    '真实作答拟合较差，因此请把它当作下限。',
  'The recorded answers of this bank are SIMULATED.': '该题库的作答记录是模拟数据。',
  Bank: '题库',
  Target: '目标',
  Tests: '测试',
  Parameters: '参数',
  Replications: '重复次数',
  Work: '工作量',
  '{bank}, {n} item': '{bank}，{n} 道题目',
  '{bank}, {n} items': '{bank}，{n} 道题目',
  '{Models} on calibrations without them and their families, {strategy}, {n} folds':
    '{Models}，在不含它们及其系列的校准上，{strategy}，{n} 折',
  '{n}, with abilities of the recorded models': '{n} 个，能力值取自有作答记录的模型',
  '{n}, with abilities of the recorded models, ranked against each other':
    '{n} 个，能力值取自有作答记录的模型，相互排名',
  '{n}, abilities {distribution}': '{n} 个，能力值服从 {distribution}',
  '{n}, abilities {distribution}, ranked against each other':
    '{n} 个，能力值服从 {distribution}，相互排名',
  'the true ones': '真实参数',
  'from {Examinees} in each replication': '每次重复用 {Examinees} 估计',
  '{n}, seed {m}': '{n}，随机种子 {m}',
  '{Items} in {Sessions}': '{Sessions}共 {Items}',
  '{Items} in {Sessions}; a fixed design of {Replications} of {n}-item tests takes {m} ({k} times as many items)':
    '{Sessions}共 {Items}；每次 {n} 题、{Replications}的固定设计需要 {m} 题（{k} 倍）',
  '{Items} in {Sessions}; a fixed design of {Replications} of {n}-item tests takes {m} ({p} as many items)':
    '{Sessions}共 {Items}；每次 {n} 题、{Replications}的固定设计需要 {m} 题（{p}）',
  "Kendall's τ-b": 'Kendall τ-b',
  "Spearman's ρ": 'Spearman ρ',
  'share of pairs ordered right': '次序正确的对所占比例',
  'how often the best is found': '找到最佳者的频率',
  'mean absolute error of the predicted score, points': '预测得分的平均绝对误差（百分点）',
  'share of intervals that hold': '区间覆盖率',
  'bias of the ability, absolute': '能力值偏差的绝对值',
  '`{command}` (a ranking with tests of this length)': '`{command}`（用这一长度的测试排名）',
  '`{command}` (the same question for real answers, tested as rank does (takes minutes; --dry-run prints how many))':
    '`{command}`（用真实作答回答同一问题；需要几分钟，--dry-run 会估计时间）',
  '`{command}` (keep the results, with the curve and a page)':
    '`{command}`（保存结果，包括曲线和报告页）',
  '`{command}` (how much longer the test must be if its parameters are estimated)':
    '`{command}`（参数为估计值时，测试需要加长多少）',
  '`{command}` (which tests of this length do best)': '`{command}`（同样长度下哪种测试最好）',
  'mean standard error over examinees': '受测者的平均标准误',
  'median standard error of examinees': '受测者标准误的中位数',
} as const;
