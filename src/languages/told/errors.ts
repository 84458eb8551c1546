/** Reasons, findings and what to do in errors of the service, in Chinese; those without values stand in `errors-zh.ts`. */
export const ERRORS_TOLD = {
  // Tests of people.
  'question {n} already has another answer there, and answers are final':
    '第 {n} 题在该处已有另一个作答，而作答不可更改',
  'question {n} already has another answer, and answers are final':
    '第 {n} 题已有另一个作答，而作答不可更改',
  'question {n} asks for answer {m}, not {k}': '第 {n} 题现在需要第 {m} 个作答，而不是第 {k} 个',
  'it has not asked question {n} yet': '尚未问到第 {n} 题',
  'it has no time limit, so that it needs no extra time': '没有时间限制，因此不需要加时',
  'it has ended; extra time is given before the end': '测试已结束；加时须在结束之前给予',
  'it is no test of a person; GET …/items lists its items':
    '这不是由人参加的测试；GET …/items 可列出题目',
  'its person is on a break, and goes on when the break is over':
    '受测者正在休息，休息结束后会自行继续',
  'it is on a break; continue it first (POST …/continue)': '正在休息；请先继续（POST …/continue）',
  'its time is over. The answers before that count, later ones do not':
    '时间已到。此前的作答有效，之后的无效',
  'its time is over, and breaks are no longer possible': '时间已到，不能再休息',
  'it has ended and takes no more answers': '已结束，不再接受作答',
  'a person takes it: GET …/test shows its questions, and answers go to POST …/responses':
    '由人参加：GET …/test 显示题目，作答提交到 POST …/responses',
  'a person takes it; the result for people is at …/report': '由真人作答；真人的结果见 …/report',
  'it was started without feedback': '创建时设置为不显示结果',
  'it has not ended yet': '尚未结束',
  // Requests of sessions.
  '"extraMinutes" extends a time limit; add "timeLimit", or remove "extraMinutes"':
    '"extraMinutes" 用于延长时间限制；请添加 "timeLimit"，或删除 "extraMinutes"',
  '"timeLimit" and "breaks" are for tests of people; set "person" to true':
    '"timeLimit" 和 "breaks" 用于由人参加的测试；请将 "person" 设为 true',
  '"items" is {n}, but the form has {m} items; remove "items"':
    '"items" 为 {n}，但试卷有 {m} 道题目；请删除 "items"',
  '"form" only works with the strategy fixed; found "{strategy}"':
    '"form" 只适用于策略 fixed；发现 "{strategy}"',
  'item {item} of the form is retired or has no text; remove it from "form"':
    '试卷中的题目 {item} 已停用或没有文字；请从 "form" 中删除',
  'item {item} stands in "form" twice; remove one of them':
    '题目 {item} 在 "form" 中出现两次；请删除其中一个',
  'a fixed form for a person has at most {n} items; found {m}':
    '由人参加的固定试卷最多 {n} 道题目；发现 {m} 道',
  'a fixed form asks no pretest items; remove "pretest"': '固定试卷不含预试题；请删除 "pretest"',
  'answers to items of bank {bank} are compared by embeddings, which the service does not have; use a bank without these items':
    '题库 {bank} 中有题目用嵌入向量比较作答，而服务没有嵌入模型；请使用没有这类题目的题库',
  'answers to items of bank {bank} are scored by {Who}, which the service does not have; use a bank without these items, or send scores with the scoring "caller"':
    '题库 {bank} 中有题目由{Who}评分，而服务没有它；请使用没有这类题目的题库，或以计分方式 "caller" 提交得分',
  'judges by the rubric "{rubric}"': '评审模型（评分标准“{rubric}”）',
  'the program "{program}"': '程序“{program}”',
  'model "{model}" is not configured; configured: {names}': '模型“{model}”未配置；已配置：{names}',
  '"pretest" is {n}, where the test has {m} items and the bank {k} pretest items; accepted: 0 to {s}':
    '"pretest" 为 {n}，而测试有 {m} 道题目，题库有 {k} 道预试题；可接受：0 至 {s}',
  'a robust test learns its settings and intervals from recorded models; leave "calibration" out, or use the strategy paper, balanced or adaptive':
    '稳健测试从有作答记录的模型学习设置和区间；请不要指定 "calibration"，或改用策略 paper、balanced 或 adaptive',
  'random items need no calibration; leave "calibration" out':
    '随机题目不需要校准；请不要指定 "calibration"',
  // Fields.
  'the id of the session that the examinee answers': '受测者作答的测试会话编号',
  'a session': '一个测试会话',
  'null for the role {role}': '角色 {role} 应为 null',
  'the leaderboard that the link shows': '链接所显示的排行榜',
  'a leaderboard': '一个排行榜',
  'the id of the panel that the expert belongs to': '专家所属的专家组编号',
  'a panel': '一个专家组',
  'a list': '一个列表',
  'a score': '一个得分',
  'it is mistyped, incomplete, or not a key of this service':
    '输入有误、不完整，或不是本服务的密钥',
  'this service does not know it': '本服务没有这个密钥',
  'reasons of an accepted question': '已接受题目的理由',
  // Ratings.
  'run {n}': '运行 {n}',
  'no answers at all': '没有任何作答',
  'no answers that can be rated ({Reasons})': '没有可以评分的作答（{Reasons}）',
  'items that are closed questions: {n}': '选择题：{n} 道',
  'items that name no rubric: {n}': '未指定评分标准的题目：{n} 道',
  'items that the bank does not have: {n}': '题库中没有的题目：{n} 道',
  'empty answers: {n}': '空作答：{n} 个',
  'answers to changed items: {n}': '题目已改动的作答：{n} 个',
  'answers to items with pictures: {n}': '带图题目的作答：{n} 个',
  'Only answers to open items and cases that name a rubric are taken; name a rubric for others.':
    '只接受指定了评分标准的开放题和病例题的作答；其他题目请另行指定评分标准。',
  'Only answers to open items and cases are taken.': '只接受开放题和病例题的作答。',
  'a run of annotate, which has labels of items and no answers':
    '这是 annotate 的运行，只有题目的标注，没有作答',
  'a run of write, which has drafts of questions and no answers':
    '这是 write 的运行，只有题目草稿，没有作答',
  'a synthesis, whose answers are turns of debates': '这是合成标定的运行，其作答是辩论的发言',
  'a trial of a synthesis, whose answers are turns of debates':
    '这是合成标定的试运行，其作答是辩论的发言',
  'Name a run of evaluate, rank --model or stress with answers to open questions or cases: thetarank runs list':
    '请指定 evaluate、rank --model 或 stress 的运行，且其中有开放题或病例题的作答：thetarank runs list',
  // Writing.
  'question {n} of round {m} is not a current one': '第 {m} 轮的第 {n} 题不是当前题目',
} as const;
