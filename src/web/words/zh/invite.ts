/** Inviting people to tests. */
export const INVITE_ZH = {
  'A person takes the test: invite people': '由真人参加测试：邀请他人',
  'Invitation link': '邀请链接',
  'Or pass on this invitation link. Whoever has it gets in, so send it to one person.':
    '也可以发送下面的邀请链接。任何持有链接的人都能进入，请只发给一个人。',
  'Names, one per line': '姓名，每行一个',
  'They stand on the leaderboard for everybody who may read it: use pseudonyms.':
    '这些名字会显示在排行榜上，有权查看的人都能看到，建议使用化名。',
  'Form of the test': '测试形式',
  'adaptive: each question by the answers so far': '自适应：根据之前的作答选题',
  'adaptive, subjects in the proportions of the bank': '自适应：各学科比例与题库一致',
  'adaptive, with the recorded models (robust)': '自适应：利用有作答记录的模型（稳健）',
  'fixed: the same representative questions for everybody':
    '固定试卷：所有人作答同一组有代表性的题目',
  'fixed: the same random questions for everybody': '固定试卷：所有人作答同一组随机题目',
  'fixed: questions that you list': '固定试卷：由您列出题目',
  'Scores of people have intervals that hold only with representative or random questions: adaptive tests and questions that you list predict the score as if people were language models.':
    '只有使用有代表性的题目或随机题目时，人类考生得分的区间才可靠：自适应测试和由您列出的题目，会把人当作语言模型来预测得分。',
  'Ids of the questions, in order': '题目编号，按顺序排列',
  'Most questions': '题目数量上限',
  'Time limit, minutes': '时间限制（分钟）',
  'Empty: no limit.': '留空表示不限时。',
  Breaks: '休息',
  'allowed: the clock stands still': '允许：休息时停止计时',
  'none: the clock runs on': '不允许：持续计时',
  'Shown to the person at the end': '结束后向受测者显示',
  'the result||shown to a person': '结果',
  'nothing||shown to a person': '不显示',
  'Days until the links expire': '链接有效天数',
  'Seed of the form': '试卷的随机种子',
  'The same seed gives everybody the same fixed form.': '种子相同，所有人得到的固定试卷就相同。',
  'Invitation links': '邀请链接列表',
  'Copy or save them now: they are not shown again. Whoever has a link takes the test under that name.':
    '请立即复制或保存，之后不会再次显示。持有链接的人将以该名字参加测试。',
  'Save the links as CSV': '将链接保存为 CSV',
  'Copy link of {name}': '复制 {name} 的链接',
  'Invite people': '邀请他人',
  'Each person gets a test of their own and a link that opens it. Their answers are scored by the answer key, and they stand on the leaderboard beside models, marked as people.':
    '每个人都会得到一个单独的测试和打开它的链接。作答按标准答案评分，并与模型一起显示在排行榜上，带有“真人”标记。',
  'All sessions': '全部会话',
  'At most {n} people at once: the others are left out.': '一次最多邀请 {n} 人，其余的将被忽略。',
  'These names stand there twice and get one link only: {names}':
    '以下名字重复出现，只会得到一个链接：{names}',
  'Made {done} of {n} …': '已生成 {done} / {n}……',
  'Make the links': '生成链接',
  'Taken by': '参加者',
  'a person': '真人',
  'a person, on a break now': '真人，正在休息',
  'not yet': '尚未开始',
  'Time limit': '时间限制',
  '{n, plural, one {# minute} other {# minutes}}': '{n} 分钟',
  '{n, plural, one {# minute} other {# minutes}}, and {extra} extra':
    '{n} 分钟，另加时 {extra} 分钟',
  'Extra time': '加时',
  'Give {examinee} extra time': '为 {examinee} 加时',
  'Extra minutes in total': '加时总分钟数',
  'Besides the limit of {n, plural, one {# minute} other {# minutes}}. It replaces extra time given before. The person sees it at the next answer.':
    '在 {n} 分钟的时间限制之外另加，并取代之前设定的加时。受测者在提交下一个答案时会看到新的剩余时间。',
  'Give extra time': '确认加时',
} as const;
