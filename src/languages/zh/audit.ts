/** The report of `bank audit` in Chinese, by the English message. */
export const AUDIT_ZH = {
  'Audit of {bank}': '题库 {bank} 的审查',
  '{n, plural, one {# item} other {# items}} of {all} {n, plural, one {is} other {are}} doubtful; {strong, plural, one {# is} other {# are}} faulty with a probability of {p} or more.':
    '{all} 道题目中有 {n, number} 道存疑；其中 {strong, number} 道有错误的概率不低于 {p}。',
  '{n, number} without question text: only answers are audited.':
    '{n, number} 道，均无题目文字：只审查作答。',
  '{n, number}: {valid} valid, {invalid} invalid, {same} with the content of an earlier item.':
    '{n, number} 道：有效 {valid}，无效 {invalid}，与前面题目内容相同 {same}。',
  '{n} have no question text.': '{n} 道没有题目文字。',
  '{n} retired, left out of what follows.': '{n} 道已退役，不计入以下内容。',
  'none: keys are not audited. Add them: --responses FILE.':
    '没有：不审查标准答案。请添加：--responses FILE。',
  '{n, plural, one {# answer to an item that is not in the bank was} other {# answers to items that are not in the bank were}} skipped.':
    '跳过了 {n, number} 次作答，其题目不在题库中。',
  'all with the option chosen': '全部有所选选项',
  'scores only': '只有得分',
  '{share} with the option chosen': '其中 {share} 有所选选项',
  '{n, number} of {models, plural, one {# model} other {# models}}, {share}.':
    '{models, number} 个模型的 {n, number} 次作答，{share}。',
  'Fewer than five models: keys are not audited.': '少于五个模型：不审查标准答案。',
  Invalid: '无效',
  'Tag values that are not in the taxonomy': '不在分类体系中的标签值',
  'and {n} more': '另有 {n} 项',
  'Same content': '内容相同',
  '{item} (as {other})': '{item}（同 {other}）',
  Suspects: '可疑题目',
  'A person decides: a suspect may be a difficult question with a right key.':
    '由人决定：可疑题目也可能只是标准答案正确的难题。',
  'The {n} most probable of {all}': '{all} 道中最可能有错的 {n} 道',
  'All suspects, the most probable first': '全部可疑题目，最可能有错的在前',
  probability: '概率',
  'Estimated probability that the item is faulty.': '题目有错误的估计概率。',
  'suggested key': '建议的标准答案',
  'The option that the answers speak for.': '作答所支持的选项。',
  reasons: '原因',
  Kinds: '类型',
  'Suspects by kind; an item can be of several': '按类型统计的可疑题目；一道题可属于几类',
  'The bank as a whole': '整个题库',
  'Keys do not stand at all places equally often (χ² test, p {p}): {letter} is the key of {n} items, {expected} expected.':
    '标准答案在各位置上出现的次数不均（χ² 检验，p {p}）：{letter} 是 {n} 道题的标准答案，期望为 {expected} 道。',
  'Models whose right answers depend on the place of the key: {n} of {all}. Most: {model}, {high} right at {best}, {low} at {worst}.':
    '答对与标准答案位置有关的模型：{all} 个中有 {n} 个。最明显：{model}，在 {best} 处答对 {high}，在 {worst} 处 {low}。',
  '{n, plural, one {# pair} other {# pairs}} of similar items: variance of their shared effect {variance} squared logits beyond ability.':
    '{n, number} 对相似题目：能力值之外共同效应的方差为 {variance} logit²。',
  'Exposure: {tests, plural, one {# test} other {# tests}} so far asked {items, plural, one {# item} other {# items}}, one of them {most, plural, one {# time} other {# times}}.':
    '曝光：迄今 {tests, number} 次测试用到 {items, number} 道题目，其中一道用了 {most, number} 次。',
  'The ranking without suspects': '去掉可疑题目后的排名',
  "Without {n, plural, one {# suspect} other {# suspects}} of probability {p} or more: Kendall's τ-b {tau} with the present ranking; {moved, plural, one {# model} other {# models}} of {all} {moved, plural, one {changes} other {change}} rank.":
    '去掉概率不低于 {p} 的 {n, number} 道可疑题目：与现有排名的 Kendall τ-b 为 {tau}；{all} 个模型中有 {moved, number} 个名次改变。',
  'Scores without the suspects': '去掉可疑题目后的得分',
  'The line leads to the present score.': '线段指向现有得分。',
  '{before} → {after}, rank {rank}': '{before} → {after}，名次 {rank}',
  'Question text': '题目文字',
  'As asked for: do not pass on what must stay secret': '按要求列出：不得外传须保密的内容',
  text: '文字',
} as const;
