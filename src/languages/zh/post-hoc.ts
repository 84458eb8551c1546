/** The chart of a post-hoc study, in Chinese, by the English message. */
export const POST_HOC_ZH = {
  '{n}, {source}||families': '{n} 个，{source}',
  'the strongest {tested} tested on a calibration on the other {others} (families: {kin})':
    '最强的 {tested} 个模型用其余 {others} 个模型的校准测试（模型族：{kin}）',
  'the strongest {tested} tested on a calibration on {n} of the other {others} (families: {kin})':
    '最强的 {tested} 个模型用其余 {others} 个中 {n} 个模型的校准测试（模型族：{kin}）',
  '{folds} folds of single models, families on both sides ({kin})':
    '按单个模型分 {folds} 折，模型族两侧都有（{kin}）',
  '{folds} folds of whole families ({kin})': '按整个模型族分 {folds} 折（{kin}）',
  '{folds}, each calibrated on {n} models': '{folds}，每折用 {n} 个模型校准',
  '{bank}: {models} models, {items} items (SIMULATED answers)':
    '{bank}：{models} 个模型，{items} 道题目（模拟的作答）',
  '{bank}: {models} models, {items} items': '{bank}：{models} 个模型，{items} 道题目',
  '{split}; {n, plural, one {# repetition} other {# repetitions}}.':
    '{split}；重复 {n, number} 次。',
  'Bands: ±1.96 standard errors over families and repetitions; for coverage':
    '带：对模型族和重复的 ±1.96 个标准误；覆盖率的带是',
  'a 95% bootstrap over families. Widths: of intervals that were':
    '对模型族自助法的 95% 区间。宽度：必要时加宽到',
  'widened, if necessary, until about 90% contain the score.': '约 90% 包含得分的区间的宽度。',
  'items asked': '所问题目数',
  'Mean absolute error, points': '平均绝对误差（分）',
  'Coverage of own 90% intervals': '自身 90% 区间的覆盖率',
  'Width of 90% intervals, points': '90% 区间的宽度（分）',
} as const;
