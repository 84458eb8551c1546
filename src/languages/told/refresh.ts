/** A refresh of a calibration: facts, warnings, what became of items, proposals, in Chinese. */
export const REFRESH_TOLD = {
  'Refresh of calibration {n} of {bank}': '题库 {bank} 的校准 {n} 的更新',
  item: '题目',
  ability: '能力值',
  // What became of an item.
  unchanged: '未变',
  'estimated on all answers': '用全部作答估计',
  'estimated on new answers': '用新作答估计',
  'new item': '新题目',
  'no parameters': '没有参数',
  '{n} unchanged': '{n} 道未变',
  '{n} estimated on all answers': '{n} 道用全部作答估计',
  '{n} estimated on new answers': '{n} 道用新作答估计',
  '{n} new item': '{n} 道新题目',
  '{n} no parameters': '{n} 道没有参数',
  // Proposed retirements.
  'weaker models do better on it (discrimination below 0)':
    '能力较弱的模型反而做得更好（区分度小于 0）',
  'of the new models, weaker ones do better on it (new answers alone)':
    '新模型中能力较弱的反而做得更好（仅新作答）',
  'it tells new models of different ability hardly apart (new answers alone)':
    '几乎不能区分能力不同的新模型（仅新作答）',
  'it has drifted, and no curve fits the new answers': '已漂移，且没有曲线能拟合新作答',
  'it has drifted: no new model has it right, although earlier ones had (new answers alone)':
    '已漂移：没有新模型答对，而以前的模型答对过（仅新作答）',
  'every model, old and new, has it right': '新旧模型全部答对',
  'no model, old or new, has it right: its key may be wrong': '新旧模型无一答对：标准答案可能有误',
  '{Reason}; {More}': '{Reason}；{More}',
  // Warnings.
  'Only {Models} answered; with fewer than {n}, drift is hardly found and standard errors are rough.':
    '只有 {Models} 作答；少于 {n} 个时几乎发现不了漂移，标准误也较粗略。',
  'Only {n} of {m} items hold the scale.': '{m} 道题目中只有 {n} 道用于固定量尺。',
  'Check the drifted items for a common cause before you accept.':
    '接受之前，请检查漂移的题目是否有共同原因。',
  '{n} of {m} items have drifted.': '{m} 道题目中有 {n} 道漂移。',
  'So many point to a cause of all, such as another prompt, and not to the items.':
    '如此之多说明有共同原因，例如提示词不同，而不是题目本身的问题。',
  'Method link calibrates everything again, but {n} of {Models} answered less than {p} of the items, as in adaptive tests.':
    'link 方法会全部重新校准，但 {Models} 中有 {n} 个作答的题目不到 {p}，如自适应测试那样。',
  'With few answers each this made predictions of new models worse in a study (docs/evidence/refresh.md).':
    '在一项研究中，每个模型作答较少时，这使对新模型的预测变差（docs/evidence/refresh.md）。',
  'The method fixed holds stable items; auto chooses it here.':
    'fixed 方法保持稳定的题目不变；auto 在此会选用它。',
  'WARNING: models that answer like copies of one another: {names}.':
    '警告：以下模型的作答如同彼此的副本：{names}。',
  'They count as independent, so standard errors and p are too small.':
    '它们被当作相互独立，因此标准误和 p 偏小。',
  'Keep one of each group, or make each group a family (--families FILE).':
    '请每组只保留一个，或将每组设为一个模型族（--families FILE）。',
  'WARNING: right where the others are wrong (correlation with the mean scores of the others): {Names}.':
    '警告：以下受测者在其他受测者答错处答对（与其他受测者平均得分的相关）：{Names}。',
  'The key may be reversed or shifted, or scores be 1 − x.':
    '标准答案可能颠倒或错位，或得分实为 1 − x。',
  'They distort the flags and parameters of items.': '它们会使题目的标记和参数失真。',
  'Check how they were scored, or leave them out.': '请检查其评分方式，或将其排除。',
  'SIMULATED: the answers of {names} come from the stand-in, which no model is behind.':
    '模拟数据：{names}的作答来自模拟服务，背后没有真实模型。',
  'The choice of anchors did not settle: it still changed in the last round.':
    '锚题的选择没有稳定：最后一轮仍有变化。',
  'The new calibration has not converged.': '新的校准尚未收敛。',
  'The answers that the old calibration was made from are not in the database, so only its standard errors say how exact it is.':
    '旧校准所用的作答不在数据库中，因此其精确程度只能由标准误说明。',
  '{Items} with fewer than {Answers} got no parameters: {Names}.':
    '{Items}的作答少于 {Answers}，没有得到参数：{Names}。',
  'Beyond the abilities that the calibration knows: {Names}.': '超出校准已知的能力范围：{Names}。',
  'Their scores are extrapolated.': '其得分为外推值。',
  // Facts.
  models: '模型',
  answers: '作答',
  'answers from several tests or sources': '来自多次测试或多个来源的作答',
  'prompts of runs': '各次运行的提示词',
  'one model at one address under several names': '同一地址的同一模型有多个名称',
  'one name in several letter cases, spaces or Unicode forms':
    '同一名称的大小写、空格或 Unicode 形式不同',
  'names that differ in their last number only, as of checkpoints of one training':
    '名称只有末尾数字不同，像同一训练的检查点',
  'left out': '未计入',
  'retired, or with another key since the old calibration': '旧校准之后停用或更换了标准答案',
  method: '方法',
  'ability of new models on the old scale': '新模型在旧量尺上的能力值',
  'models of one family answer alike': '同一系列模型的作答相似',
  '{n} new ({Names}), {m} of the old calibration': '{n} 个新模型（{Names}），{m} 个旧校准中的模型',
  '{n} recorded, {m} of runs, {k} of sessions': '作答记录 {n} 次，运行 {m} 次，测试会话 {k} 次',
  '{Names}; of {Answers} the first counts': '{Names}；{Answers}中只计第一次',
  '{Prompts}; what another prompt changes counts as ability or as drift here':
    '{Prompts}；提示词不同造成的变化在此会计入能力值或漂移',
  '{Names}; they count as one model': '{Names}；它们算作同一个模型',
  '{Names}; they count as models of one family': '{Names}；它们算作同一系列的模型',
  '{n} answers to retired items or items with another key, {m} to items that the bank does not have':
    '{n} 次对停用题目或标准答案不同的题目的作答，{m} 次对题库中没有的题目的作答',
  'runs that are not finished ({names})': '未完成的运行（{names}）',
  '{Runs} of watch, because checkpoints of one training are nearly one model many times':
    'watch 的 {Runs}，因为同一训练的检查点几乎是同一个模型',
  '{Items} ({Names})': '{Items}（{Names}）',
  'fixed; stable items keep their parameters, and {n} of them hold the scale':
    'fixed；稳定的题目保持原参数，其中 {n} 道用于固定量尺',
  'link; calibrated again, and brought to the old scale by {n} stable items (slope {a}, intercept {b})':
    'link；重新校准，并用 {n} 道稳定的题目转换到旧量尺（斜率 {a}，截距 {b}）',
  'mean {m} (standard error {e}), standard deviation {s}': '均值 {m}（标准误 {e}），标准差 {s}',
  'tests allow for residuals {n} times as large': '检验时按残差放大 {n} 倍考虑',
  '{names} and {n} more': '{names}等，另有 {n} 个',
  // The page and the section of the dashboard.
  'Drifted items': '漂移的题目',
  'No item has drifted.': '没有题目漂移。',
  'Items that new models do not answer as the old curves say': '新模型的作答与旧曲线不符的题目',
  'harder by (SE)': '变难（标准误）',
  'robust z': '稳健 z',
  'adjusted p': '校正 p',
  'The least of the likelihood-ratio tests of difficulty and discrimination, corrected for the number of items.':
    '难度和区分度的似然比检验中较小的 p，按题目数校正。',
  'new answers': '新作答',
  now: '现状',
  'Changed items': '参数有变的题目',
  'Old and new parameters, the largest change against its standard error first':
    '新旧参数，按变化与其标准误之比从大到小排列',
  'old b': '旧 b',
  'new b (SE)': '新 b（标准误）',
  'change (SE)': '变化（标准误）',
  'old a': '旧 a',
  'new a': '新 a',
  Models: '模型',
  'Ranking of {Models}: {n} of {Pairs} change their order, {m} of them clearly (both differences beyond 1.96 standard errors).':
    '{Models} 的排名：{Pairs}中有 {n} 对次序改变，其中 {m} 对明确（两次差异都超过 1.96 个标准误）。',
  "Ranking of {Models}: {n} of {Pairs} change their order, {m} of them clearly (both differences beyond 1.96 standard errors); Kendall's tau {t}.":
    '{Models} 的排名：{Pairs}中有 {n} 对次序改变，其中 {m} 对明确（两次差异都超过 1.96 个标准误）；Kendall τ {t}。',
  'All models answered all items, so their scores are the recorded ones, and no calibration changes them.':
    '所有模型都作答了全部题目，因此得分就是实测得分，任何校准都不会改变它们。',
  'Only abilities change.': '只有能力值改变。',
  'Predicted score in points on both calibrations, the largest change first':
    '两次校准下的预测得分（百分点），变化最大的在前',
  'Change of ability, the largest first': '能力值的变化，最大的在前',
  'change of ability': '能力值变化',
  '{model} is now above {other} (z {before} before, {after} after)':
    '{model} 现在高于 {other}（z 之前 {before}，之后 {after}）',
  model: '模型',
  of: '来源',
  before: '之前',
  after: '之后',
  change: '变化',
  'rank before': '之前名次',
  'rank after': '之后名次',
  'the old calibration': '旧校准',
  'Pretest items': '预试题',
  'Pretest items with answers: {n}; ready to count: {m} (at least {k} answers, standard error of the difficulty up to {e})':
    '有作答的预试题：{n} 道；可以正式计分：{m} 道（至少 {k} 次作答，难度标准误不超过 {e}）',
  'b (SE)': 'b（标准误）',
  ready: '可用',
  yes: '是',
  no: '否',
  'Proposed retirements': '建议停用',
  'None.': '无。',
  'Items to take out of the bank, for people to decide': '建议移出题库的题目，由人决定',
  why: '原因',
  'Saturated items': '饱和的题目',
  'Saturated items: {n}. Every new model has them right, so they tell new models no longer apart; earlier ones they did, and weaker ones they still do. Add harder items':
    '饱和的题目：{n} 道。所有新模型都答对，因此不再能区分新模型；以前能区分，对较弱的模型仍能区分。请添加更难的题目',
  'Unsolved items': '无人答对的题目',
  'Items that no new model has right: {n}. Some earlier models had. Look at a few of them':
    '没有新模型答对的题目：{n} 道。以前有些模型答对过。请查看其中几道',
  'right before': '以前答对',
  note: '备注',
  'drifted: more than ability explains': '漂移：变化超出能力值所能解释的范围',
  Notes: '说明',
  '{Items} of {n} {have} drifted; {Retired} {are} proposed for retirement; {m} pairs of models clearly change their order.':
    '{n} 道题目中有 {Items} 漂移；建议停用 {Retired}；{m} 对模型的次序明确改变。',
  Difficulty: '难度',
  'No item has old and new parameters.': '没有题目同时具有新旧参数。',
  'old difficulty': '旧难度',
  'new difficulty': '新难度',
  drifted: '漂移',
  'Old and new difficulty of every item': '每道题目的新旧难度',
  'How much harder the items are for new models': '题目对新模型变难了多少',
  'Estimates with 95% intervals, in units of ability; below 0: easier.':
    '估计值及 95% 区间，以能力值为单位；小于 0 表示变容易。',
  'harder by': '变难',
} as const;
