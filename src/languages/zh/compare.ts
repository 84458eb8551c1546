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
  'Unreadable, truncated and refused answers': '无法读取、被截断和拒绝的作答',
  'These answers count as 0 in the effects. Here are the effects on the items of which both answers could be read: a change that makes answers unreadable is another finding than one that makes them wrong.':
    '这些作答在上面的效应中记 0 分。下面只看两次作答都能读取的题目：使作答无法读取的改动与使作答出错的改动是两回事。',
  'answers that count as 0': '记 0 分的作答',
  'Effects without unreadable, truncated and refused answers':
    '不含无法读取、被截断和拒绝的作答的效应',
  'model and variant': '模型与变体',
  'unreadable, original': '无法读取，原题',
  'unreadable, changed': '无法读取，改动后',
  'truncated, original': '被截断，原题',
  'truncated, changed': '被截断，改动后',
  'refused, original': '拒答，原题',
  'refused, changed': '拒答，改动后',
  'too long, original': '过长，原题',
  'too long, changed': '过长，改动后',
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
  'warning: the same questions asked again (repeat) changed the score of {models}. The model or its endpoint changed during the run, so no effect can be trusted.':
    '警告：再次询问相同的问题（repeat）改变了{models}的得分。模型或其端点在运行期间发生了变化，因此任何影响都不可信。',
  '{model}, {variant}: what is shown rests on answers that are not there. Look at their outputs before you call it a loss of knowledge.':
    '{model}，{variant}：这一结论取决于缺失的作答。在将其视为知识缺失之前，请先查看其输出。',
  'Nothing was measured: no pair of answers is there.': '没有测得任何结果：没有成对的作答。',
  'The variants': '各种变体',
  'What each variant changes': '每种变体改变了什么',
  meaning: '含义',
  'a mix of all misspellings that fit the language': '混合使用适合该语言的各种拼写错误',
  'Chinese characters replaced by others of similar shape': '把汉字换成形近字',
  'Chinese characters replaced by others of the same sound': '把汉字换成同音字',
  'Latin letters replaced by their neighbours on the keyboard': '把拉丁字母换成键盘上相邻的字母',
  'Latin letters replaced by digits or letters of other scripts that look the same':
    '把拉丁字母换成外形相同的数字或其他文字的字母',
  'two neighbouring letters of a word exchanged': '交换单词中相邻的两个字母',
  'symbols inserted between characters': '在字符之间插入符号',
  'simplified Chinese, options included, written in traditional characters':
    '把简体中文（包括选项）改为繁体字',
  'the text of the right option replaced: none of the other options is correct':
    '把正确选项的文字换成“其他选项都不正确”',
  'a wrong reference answer after the question': '在题目后附上一个错误的参考答案',
  'the options in another order': '打乱选项的顺序',
  'the same question once more: what chance alone changes': '同一题目再问一次：仅由偶然引起的变化',
  'asks for the answer alone': '要求只给出答案',
  'asks for reasoning before the answer': '要求先推理再作答',
  'without worked examples': '不给示例',
  'K worked examples before the question, such as shots-5': '在题目前给出 K 个示例，例如 shots-5',
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
  'new items': '新题目',
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
  'change {after} instead of {before}': '变化 {after}，而不是 {before}',
  '; other changes are marked then': '；此时被标记的变化不同',
  'If missing: {facts}{size}.': '如果视为缺失：{facts}{size}。',
  'alarm: change': '警报：作答变化',
  'alarm: contradicted': '警报：与随机题目矛盾',
  'alarm: fit': '警报：不符合校准',
  'alarm: beyond': '警报：超出校准范围',
  'drift: more answers than by chance are on one side of those of the checkpoints beside it; little is carried over.':
    '漂移：与相邻检查点相比，作答偏向一侧的程度超过偶然；因此很少沿用其结果。',
  'Count as 0: {models}.': '计为 0 分：{models}。',
  'WARNING: {model}: no item has readable answers of both models, so the change says nothing about them.':
    '警告：{model}：没有一道题目同时有两个模型的可读作答，因此这个变化说明不了什么。',
  'WARNING: {model}: without these items {change} ({ends}) on {n, number} items: then {decided}. What is decided rests on answers that are not there.':
    '警告：{model}：不计这些题目时为 {change}（{ends}），共 {n, number} 道题目：此时{decided}。结论取决于并不存在的作答。',
  '{model}: without these items {change} ({ends}) on {n, number} items; what is decided stays the same.':
    '{model}：不计这些题目时为 {change}（{ends}），共 {n, number} 道题目；结论不变。',
  'all {n}': '全部 {n} 道',
  '{n}, chosen where differences are expected': '{n} 道，选自预期有差异之处',
  SIMULATED: '模拟',
  'answers that are not those of the models named': '作答并非来自所列模型',
  'interval, recorded score': '区间（记录得分）',
  'interval, expected score': '区间（期望得分）',
  'standard error': '标准误',
  'items differing': '作答不同的题目',
  kinship: '亲缘度',
  'the correlation of the answers of the two models beyond their abilities: near copies have one near 1, and differ on fewer items':
    '两个模型的作答在能力之外的相关：近似副本接近 1，作答不同的题目更少',
  'All shared items were compared.': '比较了所有共有的题目。',
  'All items were compared, so the recorded change is exact. The interval of the expected change is the one of paired proportions (McNemar, Tango).':
    '比较了所有题目，因此记录得分的变化是精确的。期望得分变化的区间是配对比例的区间（McNemar，Tango）。',
  'Items were drawn with equal probabilities: the bank has fewer than three other models to learn from.':
    '题目以相等概率抽取：题库中可供学习的其他模型不足三个。',
  'Items were chosen by a calibration on {n, plural, one {# model} other {# models}}{families, plural, =0 {} one {, without the family {names}} other {, without the families {names}}}. The estimate does not depend on it: every draw has a known probability.':
    '题目按 {n, number} 个模型的校准选取{families, plural, =0 {} other {，不含 {names} 家族}}。估计值不依赖于此：每次抽取的概率都是已知的。',
  'Intervals are simultaneous (Bonferroni), p-values corrected (Holm) for the number of comparisons.':
    '区间同时成立（Bonferroni），p 值已按比较次数校正（Holm）。',
  'Stopped after {asked} of up to {n} items: everything was decided.':
    '在至多 {n} 道题目中问了 {asked} 道后停止：一切已有结论。',
  'warning: the calibration has not converged; items may be chosen less well.':
    '警告：校准没有收敛；题目的选取可能欠佳。',
  'Run {n, number} keeps all answers{cost}.': '运行 {n, number} 保留了所有作答{cost}。',
  'It is not finished: continue with --resume.': '尚未完成：请加上 --resume 继续。',
  'no difference is shown': '没有证实差异',
  'it scores higher': '它的得分更高',
  'it scores lower': '它的得分更低',
  'a loss is shown': '证实得分下降',
  'a loss is excluded': '排除得分下降',
  'a loss is undecided': '得分下降未定',
  'equivalence is shown': '证实等效',
  'a difference is shown': '证实差异',
  'equivalence is undecided': '是否等效未定',
  '(the curve as a page)': '（得分曲线页面）',
  'to ask checkpoints behind an endpoint, keep these answers as a bank: {command}, {other}':
    '要向端点提问检查点，请把这些作答存为题库：{command}、{other}',
  'to ask checkpoints and keep their answers, which recorded ones are not: {command}':
    '要提问检查点并保留其作答（有记录的作答不会保留）：{command}',
} as const;
