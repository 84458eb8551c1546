/** Rankings and tests of models, in Chinese, by the English message. */
export const RANK_ZH = {
  'Lines are 90% intervals.': '横线是 90% 区间。',
  '* The model answered only some of the items, which may be easier or harder than the others.':
    '* 该模型只回答了部分题目，这些题目可能比其余题目容易或更难。',
  'Hollow marks are recorded scores of models that were not tested here.':
    '空心点是本次未测试的模型的记录得分。',
  'Among the recorded models and this model alone. In brackets the places that its interval allows.':
    '只在有记录的模型和该模型之间排名。括号内是其区间所允许的名次。',
  'Of all items of the bank that could be asked.': '相对于题库中可以作答的全部题目。',
  'Of the items asked. They are chosen to tell models apart, so this is not the score.':
    '针对所问的题目。这些题目是为区分模型而选的，所以这不是得分。',
  'Of the items asked, which were drawn at random.': '针对所问的题目，这些题目是随机抽取的。',
  'Of the items answered. They may be easier or harder than the whole bank, so this is not the score.':
    '针对已回答的题目。它们可能比整个题库容易或更难，所以这不是得分。',
  'score, points': '得分（分）',
  '{n, plural, one {# recorded model with answers to less than half of the bank is} other {# recorded models with answers to less than half of the bank are}} not shown, but counted in places.':
    '有 {n, number} 个有记录的模型只回答了不到一半的题库，图中没有显示，但计入名次。',
  Leaderboard: '排行榜',
  'Items asked': '所问题目',
  'What the numbers mean': '数字的含义',
  'expected score': '期望得分',
  '{n} points': '{n} 分',
  '{points}, 90% interval {interval}': '{points}，90% 区间 {interval}',
  'The {score} of {model} is {points}.': '{model} 的{score}为 {points}。',
  '{model} has the highest {score} of {of} tested models: {points}.':
    '在 {of} 个受测模型中，{model} 的{score}最高：{points}。',
  'Among the recorded models it is at place {place} of {places}.':
    '在有记录的模型中，它排在 {places} 个名次中的第 {place} 名。',
  'Among the recorded models it is at place {place} of {places}; its interval allows {best} to {worst}.':
    '在有记录的模型中，它排在 {places} 个名次中的第 {place} 名；其区间允许第 {best} 至第 {worst} 名。',
  '{n} of the others cannot be told from it.': '其余模型中有 {n} 个无法与它区分。',
  'Models marked * answered only some of the items: do not compare their ranks.':
    '带 * 的模型只作答了部分题目：请勿比较它们的名次。',
  'It is ahead of the other tested models with 90% confidence.':
    '它以 90% 的置信度领先于其他受测模型。',
  'It is ahead of the other tested models with 90% confidence, by intervals of which some are unverified.':
    '它以 90% 的置信度领先于其他受测模型，但所依据的区间有些未经验证。',
  'Tested models': '受测模型',
  'Among the tested models. All ranges together have 90% confidence, if the intervals hold and their errors are independent.':
    '只在受测模型之间排名。如果各区间成立且误差相互独立，所有名次范围合起来有 90% 的置信度。',
  'Predicted for the whole bank. What the marks behind it mean is said below.':
    '对整个题库的预测。其后标记的含义见下文。',
  'A question mark means that the interval is unverified.': '问号表示区间未经验证。',
  place: '名次',
  ability: '能力值',
  'The recorded models have mean 0 and standard deviation 1. ± is a standard error.':
    '有记录的模型均值为 0，标准差为 1。± 表示标准误。',
  'whole bank': '整个题库',
  'The recorded score of the same model. The answers of its test are a part of it.':
    '同一模型的记录得分。测试中的作答是其中一部分。',
  'The recorded score of the same model, which its test did not use.':
    '同一模型的记录得分，测试没有用到它。',
  'Who beats whom': '两两胜负',
  'The table of pairs is left out for more than {n} models. The possible ranks above follow from all pairs.':
    '模型超过 {n} 个时不列出两两比较表。上面的可能名次由全部两两比较得出。',
  'The probability that the model of the row has the higher score than the model of the column, each pair by itself. Columns have the numbers of the rows.':
    '行中模型的得分高于列中模型的概率，每一对单独计算。列的编号与行相同。',
  'Probability that the row beats the column': '行胜过列的概率',
  'Expected scores by {part}, in points, with 90% intervals':
    '按{part}的期望得分（分），附 90% 区间',
  'Recorded scores by {part}, in points, with 90% intervals':
    '按{part}的记录得分（分），附 90% 区间',
  'Items asked, and how many were right': '所问题目及答对数',
  right: '答对数',
  'share right': '答对比例',
  '%': '%',
  'expected share': '期望比例',
  'The share of these items that the calibration expects at the ability of the model.':
    '按校准，具有该模型能力值的模型在这些题目上应答对的比例。',
  'random items alone': '仅随机题目',
  'The score and 90% interval by those items of the test that were drawn at random.':
    '只用测试中随机抽取的题目得出的得分及 90% 区间。',
  '{score}, {n} items': '{score}，{n} 题',
  'Ranking on {bank}': '{bank} 排名',
  '{bank}, {n} items, SIMULATED answers': '{bank}，{n} 道题目，作答为模拟数据',
  '{bank}, {n} items': '{bank}，{n} 道题目',
  models: '模型',
  'each is asked': '每个模型所问',
  'graded scores': '分级得分',
  'without the model and its family, {n} folds': '不含该模型及其模型族，{n} 折',
  families: '模型族',
  'mean score over all items': '所有题目的平均得分',
  seed: '种子',
  'SIMULATED: the answers are not those of the models named.':
    '模拟数据：这些作答并非所列模型的作答。',
  '{n} of {all} recorded ones': '有记录的 {all} 个中的 {n} 个',
  '{models}; {n} with answers to less than half of the bank not shown':
    '{models}；另有 {n} 个因作答不到题库的一半而未显示',
  'items for at most {money}': '费用不超过 {money} 的题目',
  'up to {n} items ({share})': '最多 {n} 道题目（{share}）',
  '{n} items ({share})': '{n} 道题目（{share}）',
  'for at most {money}': '费用不超过 {money}',
  'and up to {n} if its test needs more': '需要时增加到最多 {n} 道',
  ', ||clauses': '，',
  'Every model was asked all items that it has answers to, so the scores are the recorded ones and strategies do not differ.':
    '每个模型都回答了其有作答记录的全部题目，所以得分就是记录得分，各策略没有差别。',
  '"{strategy}" predicts the score {how, select, better {better} worse {WORSE} other {neither clearly better nor clearly worse}} than {same, select, number {the same number} other {the same dollars}} of random items with the same calibration: its mean |error| is {n} ± {se} points {side, select, smaller {smaller} other {larger}} (paired by model).':
    '与使用同一校准、{same, select, number {数量相同} other {费用相同}}的随机题目相比，“{strategy}”对得分的预测{how, select, better {更好} worse {更差} other {没有明显更好或更差}}：其平均绝对误差{side, select, smaller {小} other {大}} {n} ± {se} 分（按模型配对）。',
  'Abilities: the recorded models have mean 0 and standard deviation 1. Their ± comes from the response model.':
    '能力值：有记录的模型均值为 0，标准差为 1。其 ± 来自作答模型。',
  'The 90% intervals contain the recorded scores of {held}. Their width was learned on {on, select, families {held-out families} other {the other models}}; the response model alone would contain {share}.':
    '90% 区间包含了{held}的记录得分。区间宽度是从{on, select, families {留出的模型族} other {其他模型}}学得的；单凭作答模型只会包含 {share}。',
  'Expected scores cannot be checked against recorded ones, so the coverage above is that of recorded scores. Intervals of expected scores also include the chance in the given answers.':
    '期望得分无法用记录得分检验，所以上面的覆盖率是记录得分的覆盖率。期望得分的区间还包含作答本身的偶然性。',
  'By {tag}, 90% intervals contain {share} of {n} recorded scores (models × values), mean |error| {error}.':
    '按{tag}，90% 区间包含了 {n} 个记录得分（模型 × 取值）中的 {share}，平均绝对误差 {error}。',
  '? The interval is unverified: fewer than {models} comparable models, fewer than {answers} answers, an alarm (!, ~, ^ or #),{grows, select, true { a test that went on beyond its length,} other {}} or a model marked *.':
    '? 区间未经验证：可比模型少于 {models} 个、作答少于 {answers} 个、有警报（!、~、^ 或 #）、{grows, select, true {测试超出了原定长度，} other {}}或模型带有 * 标记。',
  'warning: the calibration from {from} has not converged; {scale, select, true {only the scale of abilities depends on it} other {do not trust predictions for the models it left out}}. Add models or answers: with at least 200 per model another, more stable fit is used.':
    '警告：{from}的校准没有收敛；{scale, select, true {只影响能力值的尺度} other {不要相信对其留出模型的预测}}。请增加模型或作答：每个模型至少有 200 个作答时，会改用另一种更稳定的拟合。',
  '{n} of {all} models': '{all} 个模型中 {n} 个',
  '{held} ({n} of the {all} without an alarm, !, ~, ^ or #)':
    '{held}（在没有警报 !、~、^ 或 # 的 {all} 个中有 {n} 个）',
  'Leaving answers out favours models that refuse, or answer unreadably, the questions they find hard. Scores above count them as 0.':
    '忽略这些作答会使那些在难题上拒答或作答无法读取的模型占便宜。上面的得分把它们记为 0。',
  '{model}: {text}': '{model}：{text}',
  '{n, plural, one {# unreadable answer} other {# unreadable answers}}':
    '{n, number} 个无法读取的作答',
  '{n, plural, one {# truncated answer} other {# truncated answers}}': '{n, number} 个被截断的作答',
  'Truncated: {n, plural, one {# output} other {# outputs}} reached the limit of tokens before stating an answer; {longer} (models that reason need more).':
    '被截断：{n, number} 个输出在给出答案之前就达到了词元上限；请{longer}（推理模型需要更多）。',
  '{n, plural, one {# refused question} other {# refused questions}}': '{n, number} 个被拒答的问题',
  '{n, plural, one {# question that is} other {# questions that are}} too long':
    '{n, number} 个超过上下文长度的问题',
  ' and ': '和',
  '{counts} scored 0; no other answer is left, so the score says nothing about the model.':
    '{counts}记 0 分；没有其他作答，所以得分不能说明该模型的水平。',
  'score {after} instead of {before}': '得分 {after}，而不是 {before}',
  'ability {after} instead of {before}': '能力值 {after}，而不是 {before}',
  'place {after} instead of {before}': '名次 {after}，而不是 {before}',
  'rank {after} instead of {before}': '排名 {after}，而不是 {before}',
  '; the change of {change} is larger than the standard error of {error}':
    '；变化 {change} 大于标准误 {error}',
  '{counts} scored 0. If missing: {facts}{size}.': '{counts}记 0 分。如果视为缺失：{facts}{size}。',
  '{n, plural, one {# model} other {# models}} on {bank}': '{bank} 上的 {n, number} 个模型',
  '{bank}, {n} items, beside SIMULATED models': '{bank}，{n} 道题目，对照的模型为模拟数据',
  beside: '对照',
  '{n, plural, one {# recorded model} other {# recorded models}}': '{n, number} 个有记录的模型',
  prompts: '提示词',
  'letters read by': '选项字母的读取方式',
  'options scored by log-likelihoods': '按对数似然为选项评分',
  run: '运行',
  cost: '费用',
  'Look at the outputs before you use this score.': '使用该得分之前请先查看输出。',
  'allow longer answers': '允许更长的作答',
  '{model}: {count} of {of} questions are longer than its context, and no score counts them.':
    '{model}：{of} 道题中有 {count} 道超出其上下文长度，不计入任何得分。',
  'An expected score has an interval even if every item was asked, because the same model might answer differently another time.':
    '即使问了所有题目，期望得分仍有区间，因为同一模型再答一次可能答得不同。',
  '? The interval is unverified and may be too narrow: the test is not finished or covers only a part of the bank.':
    '? 区间未经验证，可能过窄：测试尚未完成，或只覆盖题库的一部分。',
  '? The interval is unverified: too few comparable models, fewer than 20 answers, an unfinished or extended test, or items chosen from only a part of the bank.':
    '? 区间未经验证：可比模型太少、作答少于 20 个、测试未完成或延长过，或题目只选自题库的一部分。',
  '? The interval is unverified: it includes the known errors of the item parameters, but no recorded models have checked its width.':
    '? 区间未经验证：它包含题目参数的已知误差，但没有用有记录的模型检验过宽度。',
  '? The interval is unverified: with "{strategy}" it comes from the response model alone, and such intervals were too narrow on real banks.':
    '? 区间未经验证：使用“{strategy}”时区间只来自作答模型，而这样的区间在真实题库上过窄。',
  '{model}: recorded as {name}; tested on a calibration without that model and its family.':
    '{model}：有记录的名称为 {name}；测试使用的校准不含该模型及其模型族。',
  '{model}: recorded as {name}; its recorded answers are not in the calibration.':
    '{model}：有记录的名称为 {name}；其作答记录不在校准之中。',
  '≤, ≥ the ability is at a bound of the scale: nearly all answers were wrong, or right, so these items cannot estimate it. The score is the lowest or highest that they can predict.':
    '≤、≥ 能力值在尺度的边界上：几乎全部答错或全部答对，所以这些题目无法估计它。得分是这些题目所能预测的最低或最高分。',
  'warning: the calibration from {from} has not converged; add recorded models or answers.':
    '警告：{from}的校准没有收敛；请增加有记录的模型或作答。',
  '{model} on {bank}': '{bank} 上的 {model}',
  '{n} models on {bank}': '{bank} 上的 {n} 个模型',
  'from logs of a harness': '来自评测框架的日志',
  '{n} recorded models': '{n} 个有记录的模型',
  'Scores are predicted for the whole bank. The width of the intervals was learned on the recorded models, each predicted from the same items by a calibration without it.':
    '得分是对整个题库的预测。区间宽度是从有记录的模型学得的：每个模型都由不含它的校准从相同题目预测。',
  'A place is that of the model alone among the recorded ones.':
    '名次是该模型单独与有记录的模型相比的名次。',
  'SIMULATED: the recorded models have simulated answers.':
    '模拟数据：有记录的模型的作答是模拟的。',
  'the answers of {model} do not follow the calibration (l_z {fit}; below −4 is rare): check that items are matched and answers scored correctly before you trust the score':
    '{model} 的作答不符合校准（l_z {fit}；低于 −4 很少见）：在相信该得分之前，请检查题目是否对应、作答评分是否正确',
  'The score is clearly beyond those of all models of its calibration, so the item parameters are extrapolated. Ask more items, or calibrate with models like this one.':
    '得分明显超出校准中所有模型的得分，题目参数是外推的。请问更多题目，或用与它相近的模型重新校准。',
  'The answers do not follow the calibration: other models have other items right. So more of the items were drawn at random, and the score rests less on the calibration. Look for a broken prompt, misread answers, and items seen in training.':
    '作答不符合校准：其他模型答对的是另一些题目。因此更多题目改为随机抽取，得分对校准的依赖较小。请检查提示词是否有误、作答是否被误读，以及题目是否在训练中出现过。',
  'The answers do not follow the calibration: other models have other items right. Look for a broken prompt, misread answers, and items seen in training.':
    '作答不符合校准：其他模型答对的是另一些题目。请检查提示词是否有误、作答是否被误读，以及题目是否在训练中出现过。',
  'The model is probably unlike those of its calibration, but not surely enough for an alarm. Its score rests less on the calibration, and its interval is wider.':
    '该模型很可能与校准所用的模型不同，但把握不足以报警。其得分较少依赖校准，区间也较宽。',
  'The answers became better or worse during the test. Check whether the model was exchanged or the endpoint began to fail, and test it again.':
    '测试过程中作答变好或变差了。请检查模型是否被更换、端点是否开始出错，然后重新测试。',
  'The score is more than three standard errors from what the random items of the same test say, so it is not verified. Check the prompt and the answers.':
    '得分与同一测试中随机题目的结果相差超过三个标准误，所以未经验证。请检查提示词和作答。',
  'of {n} answers': '基于 {n} 个作答',
  '* The model answered less than {share} of the bank. Its score covers only those items, which may be easier or harder than the whole bank, so do not compare its rank.':
    '* 该模型回答的题目不到题库的 {share}。其得分只涉及这些题目，可能比整个题库容易或更难，所以不要比较其名次。',
  '– No place: the model answered less than {share} of the bank. It does not count in the agreement. Record answers to the rest of the items.':
    '– 没有名次：该模型回答的题目不到题库的 {share}，不计入一致性。请记录其余题目的作答。',
  ' in {n} of {all} calibrations': '（{all} 次校准中的 {n} 次）',
  'clearly better than the others on left-out families': '在留出的模型族上明显优于其他模型',
  'not clearly better than the others on left-out families': '在留出的模型族上没有明显优于其他模型',
  'clearly better than the others in {n}': '其中 {n} 次明显优于其他模型',
  '{name}{times} ({clarity})': '{name}{times}（{clarity}）',
  '; other scores are rounded to these, and count as they are':
    '；其他得分舍入到这些等级，但按原值计分',
  'Scores are modelled on {n, plural, one {# level} other {# levels}} ({on}{rounded}) by {chosen}.':
    '得分按 {n, number} 个等级（{on}{rounded}）建模，所用模型：{chosen}。',
  'No test needed more than {n, plural, one {# item} other {# items}}; up to {most} were allowed.':
    '没有测试需要超过 {n, number} 道题目；最多允许 {most} 道。',
  '{model} to {n} ({why})': '{model} 到 {n} 道（{why}）',
  '{grown} of {models, plural, one {# test} other {# tests}} went on beyond {n, plural, one {# item} other {# items}}: {named}. Their intervals are unverified, because widths are learned at that length.':
    '{models, number} 个测试中有 {grown} 个超出了 {n, number} 道题目：{named}。这些区间未经验证，因为宽度是按原定长度学得的。',
  'alarm change': '警报：作答变化',
  'alarm contradicted': '警报：与随机题目矛盾',
  'alarm fit': '警报：不符合校准',
  'alarm beyond': '警报：超出校准范围',
  'All models have the same recorded score: their order is that of chance, and abilities have no unit.':
    '所有模型的实测得分相同：其次序出于偶然，能力值没有单位。',
  'wide interval': '区间过宽',
  'still wide at the bound': '到上限时仍过宽',
  'In the most similar study ({bank}: {models} calibration models, {n} of {all} items) robust tests erred by {robust} points, calibrated random items by {calibrated}, their plain mean by {plain}.':
    '在最相似的研究中（{bank}：{models} 个校准模型，{all} 道题目中的 {n} 道），稳健测试的误差为 {robust} 分，经校准的随机题目为 {calibrated} 分，随机题目的简单平均为 {plain} 分。',
  'the calibration describes it with a probability of {share}': '校准能描述它的概率为 {share}',
  'the calibration describes it with a probability of {share}, and the score takes this into account':
    '校准能描述它的概率为 {share}，其得分已把这一点计算在内',
  'its {n} random items alone say {score} ({low} – {high})':
    '仅凭其 {n} 道随机题目得出 {score}（{low} – {high}）',
  '{model}: score {score}; {described}.': '{model}：得分 {score}；{described}。',
  '… and {n} more.': '……另有 {n} 个。',
  'all models': '所有模型',
  ', and that from ': '以及',
  '{first} to {last}||days': '{first} 至 {last}',
  '{n, plural, one {# answer is} other {# answers are}} reused from earlier runs (replies of {days}), so the result is partly that of whatever answered then.':
    '有 {n, number} 个作答取自以前的运行（回复日期：{days}），所以结果部分取决于当时作答的模型。',
  'Another version of the model may have answered, so the result mixes both.':
    '作答的可能是另一个版本的模型，所以结果混合了两个版本。',
  'Another version of the model may have answered, so the result mixes old and new answers.':
    '作答的可能是另一个版本的模型，所以结果混合了新旧作答。',
  'warning: {name}: the endpoint reported {what} {before} and now reports {after}.':
    '警告：{name}：端点报告的 {what} 原为 {before}，现为 {after}。',
  'warning: {name}: the reused replies report different values of {what}: {before} and {after}.':
    '警告：{name}：重复使用的回复报告了不同的 {what}：{before} 和 {after}。',
  'warning: {name}: the reused replies report {what} {before}, and the endpoint now reports {after}.':
    '警告：{name}：重复使用的回复报告的 {what} 为 {before}，端点现在报告的是 {after}。',
  '{n, plural, one {# flagged item} other {# flagged items}}': '{n, number} 道有标记的题目',
  '{least} to {most} flagged items': '{least} 至 {most} 道有标记的题目',
  'Adaptive selection leaves out {items} (working backwards, or without a usable slope). They still count in the score.':
    '自适应选题不使用{items}（区分方向相反，或没有可用的斜率）。它们仍计入得分。',
  'items cost': '题目费用',
  remark: '备注',
  costs: '费用',
  'Items are chosen by information per dollar; the random share is drawn whatever they cost. A test cost {mean} on average, with {items} items; all {all} items cost {whole}, {times} times as much.':
    '按每美元的信息量选题；随机部分不论费用抽取。每次测试平均花费 {mean}，问 {items} 道题目；全部 {all} 道题目花费 {whole}，是其 {times} 倍。',
  ' to {n}': '至 {n}',
  '{n}{grown} items': '{n}{grown} 道题目',
  '{n} draws': '{n} 次抽取',
  'Agreement with the whole bank': '与整个题库的一致性',
  prediction: '预测方式',
  'mean |error|': '平均绝对误差',
  'random items, plain mean ({drawn})': '随机题目，简单平均（{drawn}）',
  'random items, calibrated ({drawn})': '随机题目，经校准（{drawn}）',
} as const;
