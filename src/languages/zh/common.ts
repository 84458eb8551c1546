/** What reports have in common, in Chinese, by the English message. */
export const COMMON_ZH = {
  'Skip to the content': '跳到正文',
  Contents: '目录',
  'Next:': '下一步：',
  ', ': '、',
  ' ': '',
  // Models that are copies of one another.
  '{names} and {n} more': '{names}等，另有 {n} 个',
  '{names} (the same answers)': '{names}（作答完全相同）',
  '{names} (up to {share} of the answers differ)': '{names}（至多 {share} 的作答不同）',
  'WARNING: recorded answers that are not there: {models}. Unreadable, truncated and refused answers count as wrong. Record these models again, or leave them out.':
    '警告：以下模型有作答缺失：{models}。无法读取、被截断和被拒绝的作答计为错误。请重新记录这些模型的作答，或排除这些模型。',
  'WARNING: fewer right answers than by guessing: {models}. The answers may be misread, or the key may be that of options in another order. A weak model can also fall for wrong options that attract. Compare some outputs with the key: if they were read well, keep the model; otherwise record it again, or leave it out.':
    '警告：答对的次数少于随机猜测：{models}。作答可能读取有误，或标准答案可能对应另一种选项顺序。弱模型也可能被有吸引力的错误选项误导。请将部分输出与标准答案比较：若读取无误，请保留该模型；否则请重新记录，或将其排除。',
  'WARNING: models that answer like copies of one another: {copies}. {use, select, fitted {They count as independent, so standard errors are too small. Keep one of each group.} grouped {They count as independent, so standard errors and p are too small. Keep one of each group, or make each group a family (--families FILE).} ranked {Each is tested on a calibration from its copies, so scores look better and intervals are narrower than those of a new model. Make each group a family (--families FILE), or keep one of each.} other {They may be one model under several names. Differences between them are then chance, and a test beside a recorded copy looks more certain than that of a new model.}}':
    '警告：有些模型的作答如同彼此的副本：{copies}。{use, select, fitted {它们被当作相互独立，因此标准误偏小。请每组只保留一个。} grouped {它们被当作相互独立，因此标准误和 p 偏小。请每组只保留一个，或将每组设为一个模型族（--families FILE）。} ranked {每个模型都在含其副本作答的校准上测试，因此得分看起来比新模型的更好，区间也更窄。请将每组设为一个模型族（--families FILE），或每组只保留一个。} other {它们可能是同一个模型的不同名称。若是如此，它们之间的差异只是偶然；若测试时对照的是已记录的副本，结果看起来比新模型的更确定。}}',
  'WARNING: right where the others are wrong (correlation with the mean scores of the others): {names}. The key may be reversed or shifted, or scores be 1 − x.{use, select, compared {} other { They distort the flags and parameters of items.}} Check how they were scored, or leave them out.':
    '警告：在其他受测者答错处答对（与其他受测者平均得分的相关）：{names}。标准答案可能颠倒或错位，或得分实为 1 − x。{use, select, compared {} other {它们会使题目的标记和参数失真。}}请检查其评分方式，或将其排除。',
  '{found} out of {n}': '{n} 次作答中有 {found}',
  '{model}: {found} of {n} right, guessing gives about {expected}':
    '{model}：{n} 次作答中答对 {found} 次，随机猜测约为 {expected} 次',
  '{n, plural, one {# more group} other {# more groups}}': '另有 {n, number} 组',
} as const;
