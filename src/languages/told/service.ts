/** What the service keeps or tells in English: reasons of sessions, verdicts of comparisons, workers, jobs, in Chinese. */
export const SERVICE_TOLD = {
  // Why a session ended.
  'its time is over': '时间已到',
  'ended early': '提前结束',
  'on a break': '休息中',
  'paused during a break': '休息期间被暂停',
  '{n} items asked': '已提问 {n} 道题目',
  'standard error below {n}': '标准误低于 {n}',
  'no item left with information {n}': '没有信息量达到 {n} 的题目',
  'ability within {n} over the last {m} answers': '最近 {m} 次作答中能力值变化不超过 {n}',
  'class settled at {cuts} with confidence {n}': '已以置信度 {n} 判定分类（分界点 {cuts}）',
  'above the cut {n} by the ratio test': '序贯概率比检验判定高于分界点 {n}',
  'below the cut {n} by the ratio test': '序贯概率比检验判定低于分界点 {n}',
  'budget of {n} used up': '预算 {n} 已用完',
  'no eligible item left': '没有可选的题目',
  // Comparisons.
  'Their banks differ: {one} and {other}.': '题库不同：{one} 与 {other}。',
  'Their versions of {bank} differ: items, tags or recorded answers changed between them.':
    '题库 {bank} 的版本不同：题目、标签或作答记录在两次测试之间发生了变化。',
  'Their calibrations differ, so their scales are not the same.': '校准不同，因此量尺不同。',
  'Their strategies differ: {one} and {other}, whose errors are of different kinds.':
    '策略不同：{one} 与 {other}，其误差性质不同。',
  'Their adaptive rules differ (estimator, prior, selector, stopping rule or constraints), so their errors are of different kinds.':
    '自适应规则不同（估计方法、先验、选题方法、终止规则或约束），因此误差性质不同。',
  '{one} and {other} cannot be compared.': '{one} 与 {other} 不能比较。',
  '{one} scores higher than {other}, by {n} points ({Interval}).':
    '{one} 的得分高于 {other}，高 {n} 个百分点（{Interval}）。',
  '90% interval {n} to {m}, {Target}': '90% 区间 {n} 至 {m}，{Target}',
  'of the expected scores on items like these': '同类题目上的期望得分',
  'of the recorded scores on these items': '这些题目上的实测得分',
  '{one} and {other} cannot be distinguished: {Told} ({Interval}).':
    '无法区分 {one} 与 {other}：{Told}（{Interval}）。',
  'their scores are equal': '得分相等',
  '{name} is {n} points higher': '{name} 高 {n} 个百分点',
  'Both were asked every item, so this bank cannot show more about their scores on items like these.':
    '两者都作答了全部题目，因此该题库不能再说明它们在同类题目上的得分。',
  'More items would narrow that.': '增加题目可以缩小区间。',
  'The interval of {Names} is unverified: {Why}.': '{Names} 的区间未经验证：{Why}。',
  '{name} and of {other}': '{name} 和 {other}',
  'intervals of this strategy were too narrow when recorded models were tested':
    '用有作答记录的模型检验时，该策略的区间过窄',
  'it may be too narrow': '可能过窄',
  'The same holds for the interval of the difference.': '差值的区间也是如此。',
  'Alarm in the test of {Names}: the answers do not follow the calibration.':
    '{Names} 的测试有警报：作答与校准不符。',
  'They were asked with different prompts, so the difference is also one of prompts.':
    '两者的提示词不同，因此差异也包含提示词的影响。',
  'scores and intervals of people rest on models here, so they may be too high or too low, and too narrow':
    '这里真人的得分和区间以模型为依据，得分可能偏高或偏低，区间可能过窄',
  'Their forms differ, and a score of chosen questions depends on which these are.':
    '两者的试卷不同，而选定题目的得分取决于选了哪些题目。',
  'One of them is a person, who may have had a time limit and breaks; skipped questions do not count as wrong.':
    '其中一方是真人，作答时可能有时间限制和休息；跳过的题目不算答错。',
  'At least one of the tests was ended early.': '至少有一次测试提前结束。',
  // Requests to a model.
  'retry {n} of {m} ({k} failures so far): {reason}.':
    '第 {n} 次重试，共 {m} 次（迄今失败 {k} 次）：{reason}。',
  'retry {n} of {m} ({k} failures so far, no answer yet): {reason}.':
    '第 {n} 次重试，共 {m} 次（迄今失败 {k} 次，尚无回答）：{reason}。',
  'retry {n} of {m}: {reason}.': '第 {n} 次重试，共 {m} 次：{reason}。',
  'Check that the endpoint is running, its address and the network.':
    '请检查端点是否在运行、其地址以及网络。',
  'Check that the endpoint answers.': '请检查端点是否有响应。',
  'Check the host in the address.': '请检查地址中的主机名。',
  'Check the host in the address and the network, or try again.':
    '请检查地址中的主机名和网络，或重试。',
  'Write http:// instead of https:// in the address.': '请在地址中用 http:// 代替 https://。',
  'Write https:// instead of http:// in the address.': '请在地址中用 https:// 代替 http://。',
  'Use a valid certificate at the endpoint.': '请在端点使用有效的证书。',
  'Renew the certificate of the endpoint, or correct the clock of this machine.':
    '请更新端点的证书，或校正本机时钟。',
  'Look at the log of the server, and check that it has loaded the model.':
    '请查看服务器日志，并检查它是否已加载模型。',
  'Find out what closes the connection, such as the time limit of a proxy.':
    '请查明是什么关闭了连接，例如代理的时间限制。',
  'Look for the question in the log of the endpoint.': '请在端点的日志中查找该题目。',
  'Check that the address is that of an OpenAI-compatible endpoint.':
    '请检查地址是否为兼容 OpenAI 的端点。',
  // Built-in banks.
  'Bank {bank} is built in and does not change, so it is not reviewed.':
    '题库 {bank} 是内置题库，不会改变，因此不作审核。',
  'It cannot be copied either, because the package has no text of its items and none can be added.':
    '也不能复制，因为软件包中没有其题目文字，也无法添加。',
  'To see its suspected items: thetarank bank audit {bank}.':
    '查看可疑题目：thetarank bank audit {bank}。',
  'To review a bank of your own: {command}': '审核自己的题库：{command}',
  'Review a copy of it, which needs its question text.': '请审核它的副本，这需要题目文字。',
  'It is public ({page}, licence {licence}).': '题目文字是公开的（{page}，许可证 {licence}）。',
  'To download and add it: {command}.': '下载并添加：{command}。',
  'Then make the copy: {command}.': '然后制作副本：{command}。',
  'Then: {command}': '然后：{command}',
  // Workers and jobs.
  'With an SQLite file all work is done in the process of the service.':
    '使用 SQLite 文件时，所有工作都在服务进程内完成。',
  'For workers on other machines copy the data to PostgreSQL (thetarank store copy), and start serve and thetarank worker with that database.':
    '若要使用其他机器上的工作进程，请把数据复制到 PostgreSQL（thetarank store copy），并用该数据库启动 serve 和 thetarank worker。',
  'Columns of {file} that were not read: {columns}.': '{file} 中未读取的列：{columns}。',
  'Columns of {file} that were not read: {columns}, … ({n} in all).':
    '{file} 中未读取的列：{columns}……（共 {n} 列）。',
  'Fields of {file} that were not read: {columns}.': '{file} 中未读取的字段：{columns}。',
  'Fields of {file} that were not read: {columns}, … ({n} in all).':
    '{file} 中未读取的字段：{columns}……（共 {n} 个字段）。',
  'Warning: names of models that are alike count as different models: {names}.':
    '警告：相近的模型名称按不同模型计算：{names}。',
  'If they are one model, record its answers under one name.':
    '如果它们是同一个模型，请用同一名称记录其作答。',
  'continued after an interruption': '中断后继续',
  labelling: '正在标注',
  evaluating: '正在评测',
  'writing questions': '正在编写题目',
  asking: '正在提问',
  calibrating: '正在校准',
  diagnosing: '正在诊断',
  'checking on recorded models': '正在用有作答记录的模型检验',
} as const;
