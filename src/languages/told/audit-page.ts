/** The page of `bank audit`, in Chinese. */
export const AUDIT_PAGE_TOLD = {
  // The page of an audit.
  'Audit of {bank}': '题库 {bank} 的审查',
  '{Items} of {n} is doubtful; {m} is faulty with a probability of {p} or more.':
    '{n} 道题目中有 {Items}存疑；其中 {m} 道有错误的概率不低于 {p}。',
  '{Items} of {n} is doubtful; {m} are faulty with a probability of {p} or more.':
    '{n} 道题目中有 {Items}存疑；其中 {m} 道有错误的概率不低于 {p}。',
  '{Items} of {n} are doubtful; {m} is faulty with a probability of {p} or more.':
    '{n} 道题目中有 {Items}存疑；其中 {m} 道有错误的概率不低于 {p}。',
  '{Items} of {n} are doubtful; {m} are faulty with a probability of {p} or more.':
    '{n} 道题目中有 {Items}存疑；其中 {m} 道有错误的概率不低于 {p}。',
  invalid: '无效',
  'exact duplicates': '完全重复',
  'No answers: keys are not audited.': '没有作答：不审查标准答案。',
  'Add them: --responses FILE.': '请添加：--responses FILE。',
  '{n} of {Models}, {Share}.': '{Models}的 {n} 次作答，{Share}。',
  'all with the option chosen': '全部有所选选项',
  'scores only': '只有得分',
  '{n} with the option chosen': '其中 {n} 有所选选项',
  'Fewer than five models: keys are not audited.': '少于五个模型：不审查标准答案。',
  '{Answers} to items that are not in the bank was skipped.': '跳过了{Answers}，其题目不在题库中。',
  '{Answers} to items that are not in the bank were skipped.':
    '跳过了{Answers}，其题目不在题库中。',
  Suspects: '可疑题目',
  'A person decides: a suspect may be a difficult question with a right key.':
    '由人决定：可疑题目也可能只是标准答案正确的难题。',
  'The {n} most probable of {m}': '{m} 道中最可能有错的 {n} 道',
  'All suspects, the most probable first': '全部可疑题目，最可能有错的在前',
  probability: '概率',
  'Estimated probability that the item is faulty.': '题目有错误的估计概率。',
  'suggested key': '建议的标准答案',
  'The option that the answers speak for.': '作答所支持的选项。',
  reasons: '原因',
  Kinds: '类型',
  'Suspects by kind; an item can be of several': '按类型统计的可疑题目；一道题可属于几类',
  kind: '类型',
  'Keys do not stand at all places equally often (χ² test, p {p}): {letter} is the key of {n} items, {m} expected.':
    '标准答案在各位置上出现的次数不均（χ² 检验，p {p}）：{letter} 是 {n} 道题的标准答案，期望为 {m} 道。',
  'Models whose right answers depend on the place of the key: {n} of {m}.':
    '答对与标准答案位置有关的模型：{m} 个中有 {n} 个。',
  'Most: {model}, {n} right at {best}, {m} at {worst}.':
    '最明显：{model}，在 {best} 处答对 {n}，在 {worst} 处 {m}。',
  '{Pairs} of similar items: variance of their shared effect {n} squared logits beyond ability.':
    '{Pairs}相似题目：能力值之外共同效应的方差为 {n} logit²。',
  'Exposure: {Tests} so far asked {Items}, one of them {m} times.':
    '曝光：迄今{Tests}用到 {Items}，其中一道用了 {m} 次。',
  'Exposure: {Tests} so far asked {Items}, one of them {m} time.':
    '曝光：迄今{Tests}用到 {Items}，其中一道用了 {m} 次。',
  'The ranking without suspects': '去掉可疑题目后的排名',
  'Without {Suspects} of probability {p} or more: Kendall τ-b {t} with the present ranking; {Models} of {n} changes rank.':
    '去掉概率不低于 {p} 的 {Suspects}：与现有排名的 Kendall τ-b 为 {t}；{n} 个模型中有 {Models}名次改变。',
  'Without {Suspects} of probability {p} or more: Kendall τ-b {t} with the present ranking; {Models} of {n} change rank.':
    '去掉概率不低于 {p} 的 {Suspects}：与现有排名的 Kendall τ-b 为 {t}；{n} 个模型中有 {Models}名次改变。',
  'Scores without the suspects': '去掉可疑题目后的得分',
  'The line leads to the present score.': '线段指向现有得分。',
  'score, points': '得分（百分点）',
  '{n} → {m}, rank {r} → {s}': '{n} → {m}，名次 {r} → {s}',
  '{n} → {m}, rank {r}': '{n} → {m}，名次 {r}',
  'Question text': '题目文字',
  'As asked for: do not pass on what must stay secret': '按要求列出：不得外传须保密的内容',
  text: '文字',
} as const;
