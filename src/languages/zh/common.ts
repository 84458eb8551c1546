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
  'WARNING: recorded answers that say little about their models: {models}.{absent, select, true { Unreadable, truncated and refused answers count as wrong.} other {}} Record these models again, or leave them out.':
    '警告：以下模型的作答记录不能说明模型本身：{models}。{absent, select, true {无法读取、被截断和被拒绝的作答计为错误。} other {}}请重新记录这些模型的作答，或排除这些模型。',
  '{found} out of {n}': '{n} 次作答中有 {found}',
  '{found} of {n} right, clearly below chance: guessing gives about {expected}':
    '{n} 次作答中答对 {found} 次，明显低于随机水平：随机猜测约为 {expected} 次',
  'Warning: models that answer like copies of one another: {copies}. They may be one model under several names; differences between them are then chance.':
    '警告：有些模型的作答如同彼此的副本：{copies}。它们可能是同一个模型的不同名称；若是如此，它们之间的差异只是偶然。',
  'These examinees are right where the others are wrong (correlation of their scores with the mean scores of the others): {names}. Their key may be reversed or shifted, or their scores be 1 − x. They distort the flags and parameters of items. Check how they were scored, or leave them out.':
    '以下受测者在其他受测者答错处答对（其得分与其他受测者平均得分的相关）：{names}。其标准答案可能颠倒或错位，或得分实为 1 − x。它们会使题目的标记和参数失真。请检查其评分方式，或将其排除。',
  '{n, plural, one {# more group} other {# more groups}}': '另有 {n, number} 组',
} as const;
