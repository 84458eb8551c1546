/** Banks and their items. */
export const BANKS_ZH = {
  Parameters: '参数',
  'As calibrated': '校准曲线',
  'Recorded models of similar ability: share right; larger circles have more answers':
    '能力值相近、有作答记录的模型：答对比例；圆圈越大，作答越多',
  Question: '题干',
  'Show the right answer': '显示标准答案',
  Information: '信息量',
  'the information of this bank': '题库的信息量',
  'The information of this bank is being computed …': '正在计算该题库的信息量…',
  'Where this bank measures precisely': '该题库在何处测得精确',
  'The higher the curve, the more precisely this ability can be measured. Small lines at the bottom mark the recorded models; there the curve should be high.':
    '曲线越高，对该能力值的测量越精确。底部的短线标出有作答记录的模型，曲线在这些位置应当较高。',
  'Information of all items': '全部题目的信息量',
  'Find items': '查找题目',
  'Tag, as name=value': '标签，格式为 名称=值',
  Flag: '标记',
  'all items': '全部题目',
  'Parameters a, b, c: calibrated on the recorded answers of {n, plural, one {# model} other {# models}} ({made}).':
    '参数 a、b、c：由{n, plural, other { # 个模型}}的作答记录校准（{made}）。',
  'Parameters a, b, c: <a>calibration {calibration}</a> ({made}).':
    '参数 a、b、c：<a>校准 {calibration}</a>（{made}）。',
  'Response curve': '作答曲线',
  'The probability of a right answer at each ability. Each circle is the share right of models of similar ability, with a 90% interval; most intervals should meet the line. The line was fitted to these answers, so new answers would fit less well.':
    '各能力值下答对的概率。每个圆圈是能力值相近的模型的答对比例及其 90% 区间；多数区间应与曲线相交。曲线由这些作答拟合而成，因此新作答的拟合会稍差。',
  'Right answers': '答对比例',
  'How much an answer to this item tells about each ability.':
    '对该题的一次作答能为各能力值提供多少信息。',
  'The questions of this bank: how hard they are, and how well each distinguishes strong models from weak ones.':
    '该题库的题目：每道题有多难，以及区分强弱模型的能力如何。',
  Review: '审核',
  'Import or calibrate': '导入或校准',
  Title: '标题',
  'Question text': '题目文本',
  Tags: '标签',
  'How likely models of each ability answer this item right: by the calibration, and in the recorded answers.':
    '各能力值的模型答对该题的可能性：一是依据校准，二是依据作答记录。',
  '<b>{flag}:</b> {why}': '<b>{flag}：</b>{why}',
  'Difficulty b ± SE': '难度 b ± 标准误',
  'Discrimination a ± SE': '区分度 a ± 标准误',
  'Guessing c ± SE': '猜测参数 c ± 标准误',
  'Upper asymptote d': '上渐近线 d',
  'Right answers of recorded models': '有作答记录的模型答对比例',
  'Asked in sessions (exposure)': '在测试会话中被使用的比例（曝光率）',
  'Infit, outfit': '内拟合，外拟合',
  Type: '题型',
  Status: '状态',
  'Items of {bank}': '{bank} 的题目',
  'No items match.': '没有符合条件的题目。',
  'No.': '序号',
  Discrimination: '区分度',
  Difficulty: '难度',
  Guessing: '猜测参数',
  Exposure: '曝光率',
  'stronger models fail it': '强模型反而答错',
  'Stronger models have it right less often than weaker ones, by more than chance explains. The key may be wrong.':
    '较强的模型答对的比例低于较弱的模型，且超出偶然范围。标准答案可能有误。',
  'low discrimination': '区分度低',
  'Stronger models have it right about as often as weaker ones.':
    '较强与较弱的模型答对的比例大致相同。',
  'all right': '全部答对',
  'Every recorded model has it right.': '所有有作答记录的模型都答对。',
  'all wrong': '全部答错',
  'Every recorded model has it wrong.': '所有有作答记录的模型都答错。',
  misfit: '拟合不良',
  'The answers do not follow the curve: infit over 1.5 or outfit over 2.':
    '作答不符合曲线：内拟合大于 1.5 或外拟合大于 2。',
  duplicate: '重复',
  'Another item of the bank has the same content.': '题库中另有一道内容相同的题目。',
  'It is no longer asked.': '该题不再使用。',
  pretest: '预试',
  'It is new: tests may ask it, but it does not count for scores yet.':
    '这是新题：测试中可能出现，但尚不计分。',
  'asked often': '使用过多',
  'It was asked in many sessions and far more often than other items, so it may have become known.':
    '该题在许多测试会话中出现，远多于其他题目，因此可能已经泄露。',
  'The items are being calibrated on the recorded answers. This takes from a few seconds to a minute; they appear here by themselves.':
    '正在用作答记录校准题目。需要几秒到一分钟，结果会自动出现在这里。',
  'built in': '内置',
  database: '数据库',
  'built in, with text': '内置，含题目文本',
  'A bank is a collection of test questions (items), with recorded answers of models.':
    '题库是测试题目的集合，并附有模型的作答记录。',
  'No banks are available for your key.': '您的密钥没有可用的题库。',
  Source: '来源',
  'one right option': '单选',
  'several right options': '多选',
  'options in order': '排序',
  'free answer': '开放作答',
  operational: '正式使用',
} as const;
