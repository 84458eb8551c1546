/** Comparisons, stress tests and series of checkpoints, in Chinese, by the English message. */
export const COMPARE_ZH = {
  '{model}: nothing is decided before all {n} items are asked; {asked} are.':
    '{model}：问完全部 {n} 道题目之前不下结论；已问 {asked} 道。',
  '{model} scores higher than {baseline} ({p}).': '{model} 的得分高于 {baseline}（{p}）。',
  '{model} scores lower than {baseline} ({p}).': '{model} 的得分低于 {baseline}（{p}）。',
  'Cannot tell whether {model} or {baseline} scores higher ({p}).':
    '无法判断 {model} 和 {baseline} 哪个得分更高（{p}）。',
  'Regression: a loss of more than {drop} points is shown (confidence {own}, required {required}).':
    '性能退步：已证实得分下降超过 {drop} 分（置信度 {own}，要求 {required}）。',
  'No regression: a loss of more than {drop} points is excluded with {required} confidence.':
    '没有退步：以 {required} 的置信度排除得分下降超过 {drop} 分。',
  'No regression shown: confidence {own} in a loss of more than {drop} points, required {required}. Nor is it excluded.':
    '没有证实退步：得分下降超过 {drop} 分的置信度为 {own}，要求 {required}；但也没有排除。',
  'Equivalent within {n} points ({p}).': '在 {n} 分之内等效（{p}）。',
  'Different by more than {n} points.': '差异超过 {n} 分。',
  'Cannot tell whether they are equivalent within {n} points ({p}).':
    '无法判断两者是否在 {n} 分之内等效（{p}）。',
  'There are no more items to ask.': '没有更多题目可问。',
  'It cannot be said yet how many more items would decide it.': '还不能说再问多少题目才能判定。',
  'About {n, plural, one {# more item} other {# more items}} would decide it, if the difference stays the same.':
    '如果差异保持不变，大约再问 {n, number} 道题目即可判定。',
  'Warning: the models share {n} of the {all} items of the bank, which their tests chose. Changes are of the scores on items like these; on the bank they can be others.':
    '警告：这些模型共有题库 {all} 道题目中的 {n} 道，而且是由各自的测试选出的。这里的变化是同类题目上的得分变化，在整个题库上可能不同。',
  'the {all} items of the bank': '题库的 {all} 道题目',
  '{n} of the {all} items of the bank: those that can be asked and that all recorded models answered':
    '题库 {all} 道题目中的 {n} 道，即可以提问且所有有记录的模型都回答过的题目',
  'Changes are of the expected scores on items like {part}.':
    '变化针对与{part}同类的题目上的期望得分。',
  'Changes are of the recorded scores on {part}.': '变化针对{part}上的记录得分。',
  'Not finished': '尚未完成',
  'Regression found': '发现退步',
  'Models differ': '模型有差异',
  'Cannot tell': '无法判断',
  'Equivalence shown': '已证实等效',
  'No regression found': '没有发现退步',
  'No difference shown': '没有证实差异',
  'Difference shown': '已证实差异',
  '{bank}: {outcome}': '{bank}：{outcome}',
  'compared with': '比较基准',
  confidence: '置信度',
  '{share}, of all intervals together': '{share}，对所有区间合起来而言',
  Changes: '变化',
  'Change from {baseline}': '相对于 {baseline} 的变化',
  'Points, with simultaneous {share} intervals.': '以分为单位，附同时成立的 {share} 区间。',
  ' (with the same -M and -T)': '（使用相同的 -M 和 -T）',
  'the same command with --resume': '加上 --resume 重新执行同一命令',
  'ask more items: {command}': '再问更多题目：{command}',
  '; or {step}': '；或者：{step}',
  'to compare on the bank, ask one of them: {command}':
    '要在整个题库上比较，请对其中一个模型提问：{command}',
  'this bank cannot decide it, even by the scores on this bank alone':
    '即使只看本题库上的得分，这个题库也无法判定',
  'to see the score of each model with its place: {command}':
    '要查看每个模型的得分和名次：{command}',
  'the scores on this bank alone decide it: {command}': '只看本题库上的得分就能判定：{command}',
  'ask what is missing: {command}': '补问缺少的作答：{command}',
  'look at changed items: {command}': '查看改动后的题目：{command}',
  'for narrower intervals, with the answers kept: {command}':
    '要得到更窄的区间（保留已有作答）：{command}',
  '{bank}: stress test': '{bank}：压力测试',
  'items of the bank': '题库题目数',
  'changed characters': '改动的字符',
  '{share} per interval': '每个区间 {share}',
  precision: '精度',
  '± {n} points': '± {n} 分',
  'Change of the score of {model}': '{model} 的得分变化',
  Effects: '效应',
  variant: '变体',
  original: '原题',
  changed: '改动后',
  fell: '下降',
  'items whose score fell': '得分下降的题目',
  rose: '上升',
  'items whose score rose': '得分上升的题目',
  'applies to': '适用题目',
  'items of the bank that can be changed so': '题库中可以这样改动的题目',
  'ended by': '结束原因',
  'Unreadable and refused answers': '无法读取和拒绝的作答',
  'These answers count as 0 in the effects. Here are the effects on the items of which both answers could be read: a change that makes answers unreadable is another finding than one that makes them wrong.':
    '这些作答在上面的效应中记 0 分。下面只看两次作答都能读取的题目：使作答无法读取的改动与使作答出错的改动是两回事。',
  'Effects without unreadable and refused answers': '不含无法读取和拒绝的作答的效应',
  'model and variant': '模型与变体',
  'unreadable, original': '无法读取，原题',
  'unreadable, changed': '无法读取，改动后',
  'refused, original': '拒答，原题',
  'refused, changed': '拒答，改动后',
  change: '变化',
  '{share} interval': '{share} 区间',
  'By length': '按长度',
  'Thirds of the items to which a variant applies, by the characters of the original.':
    '把变体适用的题目按原题字符数分为三等份。',
  'Effects by the length of the original item': '按原题长度的效应',
  characters: '字符数',
  precise: '已达精度',
  'no more items': '没有更多题目',
  'limit of --items': '达到 --items 上限',
  'stopped early': '提前结束',
  'no effect shown': '没有证实效应',
  'lower ({p})': '下降（{p}）',
  'higher ({p})': '上升（{p}）',
  'the expected score on items like these': '同类题目上的期望得分',
  'the score on the {n} items of this bank as they were answered':
    '本题库 {n} 道题目按实际作答的得分',
  'Changes are of {of}, in points. Each {share} interval holds at every moment of asking; asking ends at ± {n} points. With probability {probability} no effect that is called lower or higher is false.':
    '变化针对{of}，以分为单位。每个 {share} 区间在提问的任何时刻都成立；达到 ± {n} 分时停止提问。所有被判为下降或上升的效应都属实的概率为 {probability}。',
  'Nothing was measured: no pair of answers is there.': '没有测得任何结果：没有成对的作答。',
  'No effect is shown.': '没有证实任何效应。',
  '{n} of {all} effects are shown. The largest: {model}, {variant}: {points} points ({interval}).':
    '{all} 个效应中有 {n} 个得到证实。最大的是 {model}，{variant}：{points} 分（{interval}）。',
  'begin a new series: {command}': '开始新的系列：{command}',
  'add a checkpoint: {command}': '添加检查点：{command}',
  'score, 90% interval': '得分，90% 区间',
  'significant change': '显著变化',
  forecast: '预测',
  'Step {step}: {score} points ({interval}).': '第 {step} 步：{score} 分（{interval}）。',
  '{n, plural, one {# checkpoint} other {# checkpoints}} of {all} with a significant change.':
    '{all} 个检查点中有 {n, number} 个出现显著变化。',
  'The next one is expected at {score} ({interval}).': '下一个检查点预计为 {score}（{interval}）。',
  checkpoints: '检查点',
  'Score against step': '得分随步数的变化',
  Checkpoints: '检查点',
  'Scores in points; changes are from the checkpoint before.':
    '得分以分为单位；变化相对于前一个检查点。',
  step: '步',
  'against best': '相对最佳',
  marks: '标记',
  '{interval} (unverified)': '{interval}（未验证）',
  'Scores are predicted for the whole bank from the answers of all checkpoints. What a checkpoint was not asked is expected from the recorded models and from the answers of the other checkpoints to the same items.':
    '对整个题库的得分由所有检查点的作答预测。某个检查点没有问到的题目，按有记录的模型以及其他检查点在相同题目上的作答来估计。',
  'A change is significant if the answers to the items that both checkpoints answered show it: one-sided p below .05, corrected for the number of checkpoints. The estimate of its size comes from all answers.':
    '如果两个检查点都回答过的题目显示出变化，则变化显著：单侧 p 小于 0.05，并按检查点数校正。变化大小由全部作答估计。',
  'Changes are of the expected score (on items like these), with half-widths of 90% intervals.':
    '变化针对期望得分（同类题目），± 之后是 90% 区间的半宽。',
  'Changes are of the recorded score (on this bank), with half-widths of 90% intervals.':
    '变化针对记录得分（本题库），± 之后是 90% 区间的半宽。',
  'step {step}': '第 {step} 步',
  '{change} ({checkpoint})': '{change}（{checkpoint}）',
  RISE: '上升',
  DROP: '下降',
  'above the best': '超过最佳',
  'below the best ({best})': '低于最佳（{best}）',
  'drift: unlike the checkpoints beside it': '漂移：与相邻检查点不同',
  'alarm: change': '警报：作答变化',
  'alarm: contradicted': '警报：与随机题目矛盾',
  'alarm: fit': '警报：不符合校准',
  'alarm: beyond': '警报：超出校准范围',
  'drift: more answers than by chance are on one side of those of the checkpoints beside it; little is carried over.':
    '漂移：与相邻检查点相比，作答偏向一侧的程度超过偶然；因此很少沿用其结果。',
  '(the curve as a page)': '（得分曲线页面）',
  'to ask checkpoints behind an endpoint, keep these answers as a bank: {command}, {other}':
    '要向端点提问检查点，请把这些作答存为题库：{command}、{other}',
  'to ask checkpoints and keep their answers, which recorded ones are not: {command}':
    '要提问检查点并保留其作答（有记录的作答不会保留）：{command}',
} as const;
