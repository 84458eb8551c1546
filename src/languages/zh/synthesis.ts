/** Calibrations on synthesized answers, in Chinese, by the English message. */
export const SYNTHESIS_ZH = {
  'the fit has not converged after {n} rounds': '拟合在 {n} 轮之后仍未收敛',
  'the reliability of the scale is {reliability}: the differences between the abilities of the calibration are mostly error, so nothing shows that its items can distinguish models':
    '量尺的信度为 {reliability}：校准中各能力值之间的差异大部分是误差，因此没有证据表明这些题目能区分模型',
  'the abilities of the calibration have a standard deviation of {spread} logits; a scale needs at least {least}: how well items distinguish other models is hardly known':
    '校准中能力值的标准差为 {spread} logit；量尺至少需要 {least}：几乎无法知道题目区分其他模型的能力',
  'Items: {types}': '题目：{types}',
  'metrics: {metrics}': '指标：{metrics}',
  '{n} with images': '{n} 道带图片',
  '{n, plural, one {# item} other {# items}} with scores between 0 and 1: these count as shares of a right answer, and the curve of such an item is its mean score by ability.':
    '{n, number} 道题目有 0 到 1 之间的得分：它们按答对的份额计算，这类题目的曲线是各能力值的平均得分。',
  'The spread of reflected abilities is {ratio} times that of the same models alone ({n, plural, one {# generator} other {# generators}})':
    '反思后能力值的离散程度是同一批模型单独作答时的 {ratio} 倍（{n, number} 个作答模型）',
  '{spread}; whether debates make participants more or less alike is not known':
    '{spread}；尚不知道辩论使受试者更相似还是更不相似',
  '{spread}: debates make participants more alike': '{spread}：辩论使受试者更相似',
  '{spread}: debates make participants less alike': '{spread}：辩论使受试者更不相似',
  '{n, plural, one {# item} other {# items}} with partly right answers are not among them.':
    '其中不含 {n, number} 道有部分正确作答的题目。',
  'Of {n, plural, one {# item} other {# items}}, those whose answers depend least on ability: correlation of right answers with ability, infit and outfit.':
    '{n, number} 道题目中作答与能力值关系最弱的题目：列出答对与能力值的相关、内拟合和外拟合。',
  'This is not a statistical test, because few models with correlated errors cannot test single items. But wrong keys tend to be among them (with 5% of simulated keys flipped, about four of the first ten).':
    '这不是统计检验，因为少数误差相关的模型无法检验单道题目。但错误的标准答案往往在其中（模拟中改错 5% 的标准答案时，前十道中约有四道）。',
  'synthesized parameters': '合成得到的参数',
  'share right in the pool': '模型池中的答对比例',
  'all items treated alike': '所有题目同等对待',
  'recorded models of other families': '其他模型族中有记录的模型',
  'random items': '随机题目',
  'log-likelihood': '对数似然',
  'error||of predictions': '误差',
  'by {name} ({baselines})': '按{name}（{baselines}）',
  'Nothing else predicts better than these parameters.': '没有其他方法比这些参数预测得更好。',
  'Better than these parameters predict: {parts}.': '预测优于这些参数的有：{parts}。',
  'With {n, plural, one {# model} other {# models}} a small lead may be chance.':
    '只有 {n, number} 个模型时，微小的领先可能出于偶然。',
  'Prefer what leads in all three, if it is available.': '如果有在三项上都领先的方法，请优先选用。',
  'Calibration {number} of {bank}, synthesized': '{bank} 的校准 {number}（合成）',
  'This calibration of {n} items was made from the answers of synthesized participants, with the answers so far.':
    '这份 {n} 道题目的校准由合成受试者的作答得出，只用了目前已有的作答。',
  'This calibration of {n} items was made from the answers of synthesized participants.':
    '这份 {n} 道题目的校准由合成受试者的作答得出。',
  'It has NOT converged.': '它没有收敛。',
  setting: '设置',
  rung: '模型级别',
  'estimated by': '估计所用作答者',
  solos: '单独作答的模型',
  'participants||examinees': '受试者',
  fingerprint: '指纹',
  'WARNING: do not rank with this calibration': '警告：不要用这份校准排名',
  'How much information participants give': '受试者提供多少信息',
  figure: '指标',
  'participants per item': '每题的受试者数',
  'independent participants with the same information': '提供同样信息的独立受试者数',
  'design effect': '设计效应',
  'how dependent participants are': '受试者之间的相依程度',
  'not known': '未知',
  'reliability of the scale': '量尺的信度',
  'items answered right by all': '全部答对的题目',
  'items answered right by none': '无人答对的题目',
  'Items to look at first': '应先查看的题目',
  'correlation with ability': '与能力值的相关',
  infit: '内拟合',
  outfit: '外拟合',
  'Who persuades whom': '谁说服谁',
  'Rows: generators; columns: critics. Share of answers changed, and how many of them became right (+) and wrong (−).':
    '行：作答模型；列：批评模型。改变的作答所占比例，以及其中改对（+）和改错（−）的数目。',
  'persuaded by': '说服者',
  'reflected − alone': '反思后 − 单独',
  'points right': '答对（百分点）',
  'expected by ability': '按能力值的期望',
  'Reflected answers compared with answers alone, by level of difficulty':
    '反思后的作答与单独作答的比较，按难度级别',
  'Reflected answers compared with answers alone': '反思后的作答与单独作答的比较',
  'Thirds of the items, 1 the easiest. Bands: 95% over generators.':
    '题目按难度分为三份，1 最容易。带：对作答模型的 95% 区间。',
  'level of difficulty': '难度级别',
  'Reflected compared with alone': '反思后与单独作答的比较',
  'Shift of ability over all items: {shift} (mean of {n} generators).':
    '全部题目上能力值的变化：{shift}（{n} 个作答模型的平均）。',
  'How well it predicts real models': '对真实模型的预测效果',
  'Not known: no model outside the pool has recorded answers on this bank.':
    '未知：模型池之外没有模型在该题库上有作答记录。',
  'Scores are predicted from {n} items.': '得分由 {n} 道题目预测。',
  'Rank correlation of difficulty with that of the recorded models: {correlation}.':
    '难度与有记录的模型所得难度的秩相关：{correlation}。',
  'predicted by': '预测依据',
  'log-likelihood per answer': '每个作答的对数似然',
  'mean error, points': '平均误差（分）',
  'Log-likelihood per answer, each model with one ability; higher is better.':
    '每个作答的对数似然，每个模型一个能力值；越高越好。',
  synthesized: '合成',
  'other recorded families': '其他有记录的模型族',
  'mean||of models': '平均',
  Participants: '受试者',
  participant: '受试者',
  'right||share': '答对比例',
  alone: '单独作答',
  'critic right': '批评模型答对',
  'changed||share': '改变比例',
  τ: 'τ',
} as const;
