/** Sessions: their list, one session, a new one. */
export const SESSIONS_ZH = {
  'Look at some outputs of the model.': '请查看该模型的一些输出。',
  'allow more tokens per answer': '允许每个作答使用更多词元',
  '{n, plural, one {# output} other {# outputs}} reached the limit of tokens before stating an answer, and counts as wrong: {longer}.':
    '{n} 个输出在给出答案之前达到词元上限，计为错误：{longer}。',
  'fixed form': '固定试卷',
  'The same items for everybody, in the same order.': '所有受测者按相同顺序回答相同的题目。',
  'The next request is on its way.': '下一个请求正在发送。',
  'Next request in {time}.': '{time}后发送下一个请求。',
  'Who asks the model': '由谁向模型提问',
  'your own program': '您自己的程序',
  'the service: {name} ({model})': '服务：{name}（{model}）',
  'Your program fetches the items and sends the answers. To let the service ask, start it with --config FILE, and list models in the file (docs/service.md).':
    '您的程序获取题目并提交作答。如需由服务提问，请用 --config FILE 启动服务，并在该文件中列出模型（docs/service.md）。',
  'Your program fetches the items and sends the answers.': '您的程序获取题目并提交作答。',
  'The service asks the endpoint from its configuration and scores the answers.':
    '服务向其配置中的接口提问，并对作答评分。',
  'Budget, dollars': '预算（美元）',
  'The most that the answers may cost; empty for no limit. Only for models with a price.':
    '作答费用的上限；留空表示不限。仅适用于有价格的模型。',
  'Rules, as JSON': '规则（JSON）',
  'Estimator, selector, stopping rule, quotas: see docs/sessions.md.':
    '估计方法、选题方法、终止规则、配额：见 docs/sessions.md。',
  'More options': '更多选项',
  'Items in flight': '同时进行的题目数',
  'Empty: {lag}. 1 adapts best; more items in flight are faster.':
    '留空：{lag}。1 的自适应效果最好；同时进行的题目越多，速度越快。',
  'Pretest items': '预试题',
  'Empty: none. New items of the bank to ask besides; they do not count.':
    '留空：无。另外加入的题库新题，不计分。',
  'Recorded models to leave out': '要排除的模型（有作答记录）',
  'Separated by commas; the tested model itself is always left out.':
    '以逗号分隔；被测模型自身总是排除。',
  'Who scores answers': '由谁评分',
  'you send scores or outputs': '您提交得分或输出',
  'you send outputs, and the service scores them': '您提交输出，由服务评分',
  'Shown to the examinee at the end': '结束时向受测者显示',
  nothing: '不显示',
  'the result': '结果',
  'Accepts answers until': '接受作答截止时间',
  '{answered} of at most {length} answers': '已作答 {answered} 道，最多 {length} 道',
  '{answered} of at most {length} answers: {reason}':
    '已作答 {answered} 道，最多 {length} 道：{reason}',
  'Answers so far': '目前作答数',
  'Score, points': '得分（分）',
  'Predicted score, points': '预测得分（分）',
  'Predicted score': '预测得分',
  '90% interval, recorded score': '90% 区间，实测得分',
  'exact: all items are answered': '精确：已作答全部题目',
  '90% interval, expected score': '90% 区间，期望得分',
  'Ability ± standard error': '能力值 ± 标准误',
  'Right, of the items asked': '所提题目的答对比例',
  'Expected right': '期望答对比例',
  'Time left at this pace': '按当前速度的剩余时间',
  'Asked by': '提问者',
  'the caller': '调用方',
  'the service: {model}': '服务：{model}',
  'Pretest items, which do not count': '预试题（不计分）',
  'Calibration describes the model': '校准适用于该模型',
  'Calibration describes the person': '校准适用于该受测者',
  'with a probability of {share}': '概率为 {share}',
  'Score by the {items} random items alone': '仅按 {items} 道随机题目的得分',
  'no price given': '未给出价格',
  'Cost, of the budget': '费用 / 预算',
  paused: '已暂停',
  robust: '稳健',
  paper: '论文方法',
  balanced: '均衡',
  random: '随机',
  adaptive: '自定义规则',
  'Recommended. Chooses items for the score on the whole bank; needs answers of recorded models.':
    '推荐。为整个题库上的得分选题；需要有模型的作答记录。',
  'The published method: the most informative item each time.':
    '已发表的方法：每次选择信息量最大的题目。',
  'Like paper, with tags in the proportions of the bank.':
    '与“论文方法”相同，但各标签的比例与题库一致。',
  'Items drawn by chance.': '随机抽取题目。',
  'Your own rules.': '您自己的规则。',
  'intervals of this strategy come from the response model alone and are not checked on recorded models. On real banks they are too narrow.':
    '该策略的区间仅来自作答模型，未用有作答记录的模型检验。在真实题库上，区间会过窄。',
  'not all items of the bank could be asked, but intervals are checked only for tests that can ask all of them.':
    '并非题库的所有题目都可以使用，而区间只对可以使用全部题目的测试做过检验。',
  'there are too few recorded models to check its width.':
    '有作答记录的模型太少，无法检验区间宽度。',
  'with fewer than 20 answers it cannot be seen whether they are like those that its width was learned from.':
    '作答少于 20 次，无法判断是否与用来确定区间宽度的作答相似。',
  'the answers are not like those that its width was learned from.':
    '作答与用来确定区间宽度的作答不相似。',
  'the test went on beyond the length that its width was learned for.':
    '测试超出了确定区间宽度时所用的长度。',
  'intervals are checked only for tests of the full length, which this test has not reached.':
    '区间只对达到完整长度的测试做过检验，而本测试尚未达到。',
  'calibrations and widths of intervals are learned from language models, and people find other questions hard. Only random and drawn forms have intervals that hold for people.':
    '校准和区间宽度都来自语言模型，而人类觉得难的题目与之不同。只有随机题目和抽取的固定试卷，其区间才适用于人类考生。',
  'a score of a person takes at least 10 answers.': '人类考生至少要作答 10 题才有得分。',
  '{right} of {n} answers right: too few answers to tell a score of a person.':
    '{n} 次作答中答对 {right} 次：作答太少，无法给出人类考生的得分。',
  'some items before the last answered one have no answer, and these may be the hard ones.':
    '最后一道已作答的题目之前，有些题目没有作答，而这些可能正是难题。',
  'its width was not checked.': '区间宽度未经检验。',
  'Empty: {items}, or half of a smaller bank.': '留空：{items} 道；题库较小时为其一半。',
  'Empty: {items} of this bank’s {size} items.': '留空：该题库 {size} 道题中的 {items} 道。',
  'Empty: {items}, half of this bank’s {size, plural, one {# item} other {# items}}.':
    '留空：{items} 道，即该题库{size, plural, other { # 道题}}的一半。',
  'New session': '新建测试会话',
  'Start a test of one model. Only the bank and the name are required; the rest has sensible defaults.':
    '启动对一个模型的测试。只需填写题库和名称，其余均有合适的默认值。',
  change: '测试中途变化',
  contradicted: '与随机题目矛盾',
  fit: '与校准不符',
  beyond: '超出范围',
  'Your session': '您的测试会话',
  'This key is for one test: a program fetches its items and sends the answers. This page shows its progress.':
    '该密钥用于一次测试：由程序获取题目并提交作答。本页显示进度。',
  'the session': '测试会话',
  '{answered} of at most {length} answers; {items, plural, one {# item waits} other {# items wait}} for an answer.':
    '已作答 {answered} 道，最多 {length} 道；{items, plural, other {# 道题目}}等待作答。',
  'Session {session}': '测试会话 {session}',
  'Test of {name}': '{name} 的测试',
  'Each answer makes the model’s ability better known, and with it the score that the model would have on the whole bank. A narrower interval means a more certain score.':
    '每次作答都使模型的能力值估计得更准，从而也使其在整个题库上的得分估计得更准。区间越窄，得分越确定。',
  'Each answer makes the person’s ability better known, and with it the score that the person would have on the whole bank. A narrower interval means a more certain score.':
    '每次作答都使受测者的能力值估计得更准，从而也使其在整个题库上的得分估计得更准。区间越窄，得分越确定。',
  'Made||session': '创建时间',
  'Save the steps as CSV': '将步骤保存为 CSV',
  'its steps': '测试步骤',
  'The model has not answered yet': '模型尚未作答',
  'No answer could be read so far': '目前没有可以读取的作答',
  'Every answer declines so far': '目前所有作答均为拒答',
  'Every question was refused so far': '目前所有题目均被拒绝',
  '<b>{heading}</b> (since {since}): {message} {countdown}{todo}':
    '<b>{heading}</b>（自 {since} 起）：{message}{countdown}{todo}',
  'Requests to the model fail': '对模型的请求失败',
  'The service goes on by itself. If the last retry of a question fails too, testing stops: the answers are kept, and you can resume.':
    '服务会自动继续。如果某道题的最后一次重试也失败，测试将停止：作答会保留，您可以继续测试。',
  'In flight': '进行中的题目',
  'Items that were asked and are not answered yet.': '已提出但尚未作答的题目。',
  'items in flight': '进行中的题目',
  'Name of the tested model': '被测模型的名称',
  'As it will appear on the leaderboard.': '将显示在排行榜上的名称。',
  'Most items': '最多题目数',
  'Start test': '开始测试',
  '{items, plural, one {# item} other {# items}}, {models, plural, one {# recorded model} other {# recorded models}}.':
    '{items, plural, other {# 道题目}}，{models, plural, other {# 个有作答记录的模型}}。',
  'Items by tag': '各标签的题目',
  'How many items with each tag value were asked and answered right. The share right is not a score, because items are chosen to be neither too easy nor too hard; use the predicted score.':
    '各标签值的题目有多少被使用、有多少答对。答对比例不是得分，因为所选题目既不太易也不太难；请使用预测得分。',
  '{n, plural, one {# more tag value} other {# more tag values}} with fewer than {fewest} items, or shared by all items':
    '另有{n, plural, other { # 个标签值}}的题目少于 {fewest} 道，或为所有题目共有',
  '{n, plural, one {# tag value} other {# tag values}} with fewer than {fewest} items, or shared by all items':
    '{n, plural, other {# 个标签值}}的题目少于 {fewest} 道，或为所有题目共有',
  'Items by tag: values that say little': '各标签的题目：信息很少的标签值',
  Asked: '已使用',
  'Share right': '答对比例',
  'The rules are not valid JSON: {reason}.': '规则不是有效的 JSON：{reason}。',
  '<b>Testing stopped.</b> Fix the problem above and resume: nothing was answered so far. The session appears on a leaderboard when it is finished.':
    '<b>测试已停止。</b>请解决上述问题后继续：目前没有任何作答。测试会话完成后会出现在排行榜上。',
  '<b>Testing stopped.</b> Fix the problem above and resume: the answers are kept. The session appears on a leaderboard when it is finished.':
    '<b>测试已停止。</b>请解决上述问题后继续：作答已保留。测试会话完成后会出现在排行榜上。',
  'The session was ended before any answer, so there is no result.':
    '测试会话在作答之前已结束，因此没有结果。',
  Result: '结果',
  'Ended {at}. The test is complete.': '结束于 {at}。测试已全部完成。',
  'Ended {at}. It was ended early, so its interval is wider.':
    '结束于 {at}。测试提前结束，因此区间较宽。',
  'Place among {recorded} recorded models: <b>{place}</b>; the interval allows {range}.':
    '在 {recorded} 个有作答记录的模型中名列第 <b>{place}</b>；按区间可能为 {range}。',
  'Place among {recorded} recorded models: <b>{place}</b>.':
    '在 {recorded} 个有作答记录的模型中名列第 <b>{place}</b>。',
  'On <a>leaderboards</a> it also stands among other tested models and people, by the score that is chosen there: its place can differ.':
    '<a>排行榜</a>还会列出其他已测试的模型和真人，并按其中选定的得分排序，因此名次及其范围可能与此不同。',
  'See the <a>leaderboards</a>.': '请查看<a>排行榜</a>。',
  'Score on the whole bank: {score}, 90% interval {interval}.':
    '整个题库上的得分：{score}，90% 区间 {interval}。',
  'A session is one test of one model or person. Each question is chosen from a bank by the answers so far.':
    '一个测试会话是对一个模型或一个人的一次测试。每道题都根据此前的作答从题库中选出。',
  'No sessions yet. Choose a bank and a model for the first test.':
    '还没有测试会话。请选择题库和模型，开始第一次测试。',
  'No sessions match. Names must be exact; choose one that is offered while you type.':
    '没有符合条件的测试会话。名称必须完全一致；请在输入时从提示中选择。',
  'Alarm: contradicted. The score is more than three standard errors from that of the random items of the same test, so it is not verified.':
    '警报：与随机题目矛盾。得分与同一测试中随机题目的得分相差超过三个标准误，因此未经验证。',
  'Alarm: {alarm}. The answers may not follow the calibration, so the interval is unverified.':
    '警报：{alarm}。作答可能不符合校准，因此区间未经验证。',
  'The interval is unverified: {why}': '区间未经验证：{why}',
  'All answers so far point beyond the highest ability of the scale. The ability shown is this bound, not an estimate; the interval includes every ability that the answers allow.':
    '目前所有作答都指向量尺最高能力值之上。显示的能力值是这一上限，而不是估计值；区间包含作答所允许的全部能力值。',
  'All answers so far point beyond the lowest ability of the scale. The ability shown is this bound, not an estimate; the interval includes every ability that the answers allow.':
    '目前所有作答都指向量尺最低能力值之下。显示的能力值是这一下限，而不是估计值；区间包含作答所允许的全部能力值。',
  'Score and 90% interval': '得分及 90% 区间',
  'Ability and 90% band': '能力值及 90% 带',
  'No estimate yet. It starts with the first answers.': '还没有估计值。有了最初的作答后开始估计。',
  'The predicted score on the whole bank after each answer, with its 90% interval.':
    '每次作答后在整个题库上的预测得分及其 90% 区间。',
  'Each interval is valid by itself; over a whole test, at least one of them misses more often than one time in ten.':
    '每个区间单独看是有效的；但在整个测试过程中，至少有一个区间落空的机会超过十分之一。',
  'On the scale of the recorded models: 0 is the average model, 1 is one standard deviation above it. The band is ±1.64 standard errors.':
    '以有作答记录的模型为量尺：0 为平均水平，1 为高出一个标准差。阴影带为 ±1.64 个标准误。',
  'On the scale of calibration {calibration}, where its own examinees have mean 0 and standard deviation 1; the recorded models of the bank may be elsewhere. The band is ±1.64 standard errors.':
    '以校准 {calibration} 为量尺：其受测者的均值为 0，标准差为 1；题库中有作答记录的模型可能处于别处。阴影带为 ±1.64 个标准误。',
  'This bank has kept calibrations. The strategies paper, balanced and adaptive can use them; {strategy} cannot.':
    '该题库有保存的校准。“论文方法”“均衡”“自定义规则”策略可以使用；“{strategy}”不能使用。',
  'None of these intervals is verified.': '这些区间均未经验证。',
  'Only the last of these intervals is verified.': '这些区间中只有最后一个经过验证。',
  '{verified} of these {all} intervals are verified.':
    '这 {all} 个区间中有 {verified} 个经过验证。',
  Pause: '暂停',
  'Pause the test of {examinee}?': '暂停 {examinee} 的测试？',
  'The test accepts no answers until it is resumed. Nothing is lost.':
    '恢复之前，测试不接受作答。不会丢失任何内容。',
  'The test accepts no answers until it is resumed. Nothing is lost, but questions being asked right now may be asked again.':
    '恢复之前，测试不接受作答。不会丢失任何内容，但正在提出的题目可能会重新提出。',
  Resume: '继续',
  'Resume the test of {examinee}?': '继续 {examinee} 的测试？',
  'The test continues with the same items, and the model is asked again.':
    '测试以相同的题目继续，并重新向模型提问。',
  'The test continues with the same items.': '测试以相同的题目继续。',
  End: '结束',
  'End the test of {examinee} for good?': '彻底结束 {examinee} 的测试？',
  'The answers so far count. No further answers are accepted, and the test cannot be resumed.':
    '目前的作答计入结果。不再接受作答，测试也无法恢复。',
  'All steps': '全部步骤',
  'Steps of the test': '测试步骤',
  'No steps yet.': '还没有步骤。',
  Place: '序号',
  '(pretest: does not count)': '（预试：不计分）',
  'awaited||an answer': '等待中',
  'right||an answer': '答对',
  'wrong||an answer': '答错',
  'score {score}': '得分 {score}',
  'Ability after it': '作答后的能力值',
  'Standard error': '标准误',
  'Key for the examinee': '受测者密钥',
  Examinee: '受测者',
  'It is on no leaderboard: a test that ended early needs at least {n} answers for that.':
    '它不在任何排行榜上：提前结束的测试至少需要 {n} 个作答才能上榜。',
  'The person sees the interval of the expected score.': '受测者看到的是期望得分的区间。',
} as const;
