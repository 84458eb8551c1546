/** Differential item functioning, in Chinese, by the English message. */
export const DIF_ZH = {
  '{name} ({size})': '{name}（{size}）',
  '{p} ({method})': '{p}（{method}）',
  'Flagged items': '有标记的题目',
  'No item is flagged.': '没有题目被标记。',
  'Note: {text}': '注意：{text}',
  'The effect is the log odds of a right answer at equal ability, {focal} minus {reference}: below 0 if the item is harder for {focal}. The methods estimate the same number.':
    '效应是能力值相同时答对的对数优势之差，{focal} 减 {reference}：小于 0 表示题目对 {focal} 更难。各种方法估计的是同一个数。',
  'A flag says that an item behaves differently in the two groups, not why: read it before you drop it. ETS classes: A negligible, B moderate, C large.':
    '标记表示题目在两组中表现不同，但不说明原因：删除之前请先阅读题目。ETS 等级：A 可忽略，B 中等，C 较大。',
  'Differential item functioning: {focal} and {reference}':
    '项目功能差异（DIF）：{focal} 与 {reference}',
  '{n, plural, one {# item} other {# items}} of {all} {n, plural, one {is} other {are}} flagged.':
    '{all} 道题目中有 {n, number} 道被标记。',
  groups: '组别',
  methods: '方法',
  'flagged if': '标记条件',
  'p < {alpha}, not corrected for the number of items': 'p < {alpha}，未按题目数校正',
  'p < {alpha}, corrected by {correction} for the number of items':
    'p < {alpha}，按题目数校正（{correction}）',
  'models taken as independent': '假定各模型相互独立',
  '{n}, allowed for by {arrangements} arrangements': '{n} 个，用 {arrangements} 种排列加以考虑',
  'Items that behave differently in the two groups': '在两组中表现不同的题目',
  'harder for': '对谁更难',
  'flagged by': '标记方法',
  'Items that several methods flag are the surest.': '多种方法都标记的题目最可靠。',
  'effect (95%)': '效应（95%）',
  logits: 'logit',
  'least corrected p': '最小校正 p',
  'ETS class': 'ETS 等级',
  'By Mantel-Haenszel.': '由 Mantel-Haenszel 方法得出。',
  'No effect has a finite estimate.': '没有效应具有有限的估计值。',
  'Effects with 95% intervals': '效应及 95% 区间',
  'Left of the dashed line: harder for {focal}. Filled marks are flagged items.':
    '虚线左侧：对 {focal} 更难。实心点是有标记的题目。',
  'The {n} surest; {rest} more are in the chart below.':
    '图中是最可靠的 {n} 道；另有 {rest} 道见下图。',
  'logits (95%)': 'logit（95%）',
  'All items: effect and probability': '全部题目：效应与概率',
  'Filled marks are flagged items; the surest are named.':
    '实心点是有标记的题目；只标出最可靠的题目名称。',
  'corrected p (higher: less by chance)': '校正 p（越高越不可能出于偶然）',
  'effect, logits (left: harder for the focal group)': '效应，logit（左侧：对目标组更难）',
  Contamination: '数据污染',
  'Right answers on hard items beyond ability': '在难题上答对的次数超出能力所能解释',
  'p (Holm)': 'p（Holm）',
  'suspected items': '可疑题目',
  '{names} and {n} more||items': '{names}，另有 {n} 道',
  'The ranking without these items': '去掉这些题目后的排名',
  'The {n} of {all} models whose rank changes most; `--json` prints all.':
    '{all} 个模型中名次变化最大的 {n} 个；`--json` 会输出全部。',
  'Scores on all items, and without flagged and suspected ones':
    '全部题目上的得分，以及去掉有标记和可疑题目后的得分',
  'rank without': '去掉后的名次',
  'score without': '去掉后的得分',
  'Mantel-Haenszel': 'Mantel-Haenszel',
  'logistic regression': '逻辑回归',
  'IRT likelihood ratio': 'IRT 似然比',
  MH: 'MH',
  logistic: '逻辑回归',
  IRT: 'IRT',
  'non-uniform': '非一致性',
  'The corrected p is the least of all methods; its method stands beside it and need not be the one of the effect.':
    '校正 p 是各方法中最小的一个；旁边写明其方法，它不一定是估计效应的方法。',
  'Non-uniform: the difference depends on ability, and can favour one group at low and the other at high ability. The p of logistic and IRT counts that; the effect is one number for all abilities and can be near 0.':
    '非一致性：差异随能力值而变，可能在低能力时偏向一组，在高能力时偏向另一组。逻辑回归和 IRT 的 p 计入了这一点；效应则是对所有能力值的单一数值，可能接近 0。',
  '{focal} compared with {reference}': '{focal} 与 {reference} 相比',
  'The power is not known: no effect has a finite estimate.':
    '检验功效未知：没有效应具有有限的估计值。',
  'With these models': '用这些模型，',
  'With {n} models per group': '每组 {n} 个模型时，',
  'With {n} and {m} models': '两组各有 {n} 个和 {m} 个模型时，',
  '{effect} logits is {power}': '{effect} logit 的功效为 {power}',
  '{sizes} the power to find {powers} (one item, p < .05; less after the correction for many items). An effect of {effect} logits is found in 80% of the cases.':
    '{sizes}发现 {powers}（单个题目，p < 0.05；按多道题目校正后更低）。{effect} logit 的效应在 80% 的情形中会被发现。',
  ', and ': '，',
  '{n, number} of {all, plural, one {# model} other {# models}} cannot be tested and {n, plural, one {does} other {do}} not count: their answers are all right or all wrong, or none or all of their items are hard for them.':
    '{all, number} 个模型中有 {n, number} 个无法检验，不计在内：其作答全对或全错，或者对它们来说题目都难或都不难。',
  'Contamination: {n, plural, =0 {none} other {#}} of {all, plural, one {# model} other {# models}} {n, plural, one {is} other {are}} right on hard items (p below {p} for the model) more often than ability explains.':
    '数据污染：{all, number} 个模型中有 {n, number} 个在难题（对该模型 p 小于 {p}）上答对的次数超出能力所能解释。',
  'Contamination: {n, plural, =0 {none} other {#}} of {all, plural, one {# family} other {# families}} {n, plural, one {is} other {are}} right on hard items (p below {p} for the model) more often than ability explains.':
    '数据污染：{all, number} 个模型族中有 {n, number} 个在难题（对该模型 p 小于 {p}）上答对的次数超出能力所能解释。',
  'Items older than the model: {right} of {answers} answers right, {expected} expected (z {z}, p {p}, over all models).':
    '早于模型的题目：{answers} 个作答中答对 {right} 个，预期 {expected} 个（z {z}，p {p}，针对所有模型）。',
  "Scores without the {n, plural, one {# item} other {# items}} above: Kendall's τ with the scores on all items is {tau}.":
    '去掉上述 {n, number} 道题目后的得分：与全部题目得分的 Kendall τ 为 {tau}。',
  'the power to find {effect} logits is below {power}: items without a flag may still differ.':
    '发现 {effect} logit 的功效低于 {power}：没有标记的题目仍可能有差异。',
  'models are taken as independent. If some share a family, add --families FILE or a column family: otherwise p is too small.':
    '假定各模型相互独立。如果有些属于同一族，请加 --families FILE 或 family 列：否则 p 偏小。',
  'only {n, plural, one {# family} other {# families}}: p cannot be below {p}, one of the ways to arrange them.':
    '只有 {n, number} 个模型族：p 不可能低于 {p}，即各种排列方式之一的概率。',
  '{n, plural, one {# item} other {# items}} could not be tested: all answers are equal, or one group is missing.':
    '{n, number} 道题目无法检验：所有作答相同，或缺少其中一组。',
  '{share} of the items are flagged. With as many, the items left to match by may favour a group too; compare with anchors that you trust.':
    '{share} 的题目被标记。比例这么高时，用于匹配的其余题目也可能偏向一组；请用可信的锚题比较。',
  '{method}: purification did not settle in {n, plural, one {# round} other {# rounds}}.':
    '{method}：净化在 {n, number} 轮内没有稳定。',
  'the IRT calibration did not converge.': 'IRT 校准没有收敛。',
  '{n, plural, one {# examinee} other {# examinees}} of neither group left out.':
    '{n, number} 个不属于两组的受测者未计入。',
  'read the flagged items and look for a reason (wording, key, leaked text) before you drop any':
    '请先阅读有标记的题目并寻找原因（措辞、答案、文本泄露），再决定是否删除',
  'the same with {option} keeps the statistics of all items':
    '加上 {option} 重新执行，可保存所有题目的统计量',
} as const;
