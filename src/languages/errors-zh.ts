import type { Details, ErrorCode } from '../errors.ts';
import { reteller } from './retell.ts';
import { TOLD } from './told/told.ts';

/** Errors that only commands tell: these speak English. */
type OfCommands =
  | 'FILE_EXISTS'
  | 'FILE_UNWRITABLE'
  | 'HARNESS_UNMAPPED'
  | 'NOISE_DESIGN'
  | 'STORE_NOT_EMPTY'
  | 'STORE_COPY_DIFFERS'
  | 'REVIEW_INVALID'
  | 'NO_EXPLANATIONS'
  | 'RUN_NOT_RECORDED'
  | 'SERVICE_BUSY'
  | 'JUDGEMENTS_TOO_FEW'
  | 'SERVICE_KEY_MISSING'
  | 'SERVICE_UNREACHABLE'
  | 'SERVICE_REFUSED'
  | 'SESSION_ANSWERS_REFUSED'
  | 'HARNESS_FAILED'
  | 'SERVE_FAILED'
  | 'HARNESS_INCOMPLETE'
  | 'JOBS_NEED_RUNNER'
  | 'WORKERS_NEED_POSTGRES';

/** Complete: a new code needs its Chinese, or is one of commands. */
type Wordings = {
  readonly [C in Exclude<ErrorCode, OfCommands>]: (d: Details<C>) => string;
};

/** Phrases that stand in details of several errors; others stay in English. */
const PHRASES: Readonly<Record<string, string>> = {
  bank: '题库',
  calibration: '校准',
  job: '任务',
  model: '模型',
  session: '测试会话',
  key: '密钥',
  study: '模拟研究',
  panel: '专家组',
  nothing: '空',
  'it is unknown': '密钥不存在',
  'it is unknown or mistyped': '密钥不存在或输入有误',
  'it was revoked': '密钥已被吊销',
  'it has expired': '密钥已过期',
  'its settings allow no breaks': '其设置不允许休息',
  'whoever made it has paused it; ask them to resume it': '创建者已将其暂停；请联系创建者恢复',
  'it takes no answer now': '现在不接受作答',
  'the person has not begun it; begin it first (POST …/begin)':
    '尚未开始；请先开始（POST …/begin）',
  'this key opens no panel of written questions': '该密钥不对应任何命题组',
  'Ask whoever invited you for a key of the panel.': '请向邀请者索取该专家组的密钥。',
  'the name of this key is not the name of an expert of this panel':
    '该密钥的名称不是该专家组的专家名称',
  'Ask whoever invited you for a key with the name of an expert.':
    '请向邀请者索取以专家名称命名的密钥。',
  'a key cannot revoke itself': '密钥不能吊销自身',
  'Use the key of another administrator, or run thetarank keys revoke.':
    '请使用其他管理员的密钥，或运行 thetarank keys revoke。',
  'Ask an administrator.': '请联系管理员。',
  'it is closed, and takes no decisions': '已关闭，不再接受决定',
  'the next round is being written; decisions about the last one are complete':
    '正在编写下一轮题目；上一轮的决定已经完成',
  'answer the question before you decide about it': '请先作答，再作决定',
  'two experts have accepted no question yet; nothing was added':
    '尚无题目被两位专家接受；没有添加任何内容',
  'there is no question that could be accepted': '没有可以接受的题目',
  'another expert has finished this entry, or an administrator has decided it. Go on with the next one.':
    '另一位专家已完成此条目，或管理员已作出决定。请继续下一条。',
  'the experts have not decided yet; a third decision comes after both of theirs':
    '专家尚未作出决定；须在两位专家都决定之后才能裁决',
};
/** That there are others like the one named. */
const andMore = (count: number) => (count > 1 ? ` 及另外 ${count - 1} 道` : '');
const told = reteller(TOLD);
const said = (phrase: string) => PHRASES[phrase] ?? told(phrase) ?? phrase;

/** Errors that the service can answer with, in Chinese. Reasons and findings that are made elsewhere stay in English. */
const WORDINGS: Wordings = {
  FILE_NOT_FOUND: (d) =>
    `${d.file}：${d.kind === 'folder' ? '文件夹' : '文件'}不存在。请检查路径。`,
  FILE_INVALID: (d) =>
    `${d.file}${d.where === undefined ? '' : `，${said(d.where)}`}：发现 ${said(d.found)}；可接受：${said(d.accepted)}`,
  PARAMETER_INVALID: (d) =>
    `题目 ${d.item}：${d.parameter} 为 ${d.found}；可接受：${said(d.accepted)}。`,
  ITEM_UNKNOWN: (d) => `题目 ${d.item}：不在 ${said(d.where)} 中。`,
  NAME_UNKNOWN: (d) =>
    `${said(d.kind)}“${d.name}”不存在。${d.nearest === null || d.nearest.length === 0 ? '' : `您是否想用：${d.nearest.join('、')}？`}`,
  BANK_IN_USE: (d) =>
    [
      `题库 ${d.bank} 正在使用：${[
        ...(d.sessions > 0
          ? [
              `${d.sessions} 个进行中的测试会话（${d.open.map(({ id, examinee }) => `${examinee}：${id}`).join('，')}${d.sessions > d.open.length ? '……' : ''}）`,
            ]
          : []),
        ...(d.jobs > 0 ? [`${d.jobs} 个未结束的任务`] : []),
      ].join('，')}。`,
      ...(d.sessions > 0
        ? [`请在管理界面的“测试会话”中结束它们，或用命令 thetarank session end ${d.open[0].id}。`]
        : []),
      ...(d.jobs > 0 ? ['请在“任务”中取消任务，或等待其完成。'] : []),
      '然后重试。',
    ].join(''),
  OPTION_INVALID: (d) => `${d.option}：发现 ${said(d.found)}；可接受：${said(d.accepted)}`,
  TOO_MANY_ITEMS: (d) =>
    `请求了 ${d.asked} 道题目，但 ${said(d.where)} 只有 ${d.available} 道。最多可请求 ${d.available} 道。`,
  TOO_FEW_EXAMINEES: (d) => `只有 ${d.found} 个受测者；${d.purpose} 至少需要 ${d.needed} 个。`,
  BANK_WITHOUT_ANSWERS: (d) =>
    `题库 ${d.bank}：没有模型的作答记录。请先记录作答：thetarank bank record ANSWERS.csv --to ${d.bank}`,
  NO_ANSWERS: (d) => `${said(d.where)}：所有单元格均为空；至少需要一次作答。`,
  SESSION_INVALID: (d) => `自适应测试：${said(d.reason)}`,
  SESSION_REFUSED: (d) => `测试会话：${said(d.reason)}。`,
  SESSION_BANK_CHANGED: (d) =>
    `测试会话 ${d.session} 无法继续，因为题库 ${d.bank} 已变更（${said(d.reason)}）。其作答已保留，可以导出。请在题库 ${d.bank} 上新建测试会话。`,
  SESSION_OVER: (d) => `测试会话 ${d.session} 的当前状态（${d.state}）不允许此操作。`,
  RESULT_WITHHELD: (d) => `测试会话 ${d.session}：不显示结果（${said(d.reason)}）。`,
  ANSWERS_REFUSED: (d) => `测试会话 ${d.session}：全部 ${d.results.length} 次作答均被拒绝。`,
  EXAMINEE_FAILED: (d) =>
    `模型 ${d.examinee} 没有作答${d.item === undefined ? '' : `题目 ${d.item}`}（${said(d.reason)}）。${said(d.todo)}`,
  ITEM_EXISTS: (d) =>
    `题库 ${d.bank}：新题目的编号已被使用，因此没有添加任何题目。请使用其他编号。`,
  ANSWERS_RECORDED: (d) =>
    `题库 ${d.bank}：${d.models.slice(0, 3).join('、')}${d.models.length > 3 ? ` 等 ${d.models.length} 个模型` : ''} 已有作答记录，因此没有保存任何内容。`,
  REVIEW_REFUSED: (d) => `题库 ${d.bank}，${said(d.what)}：${said(d.reason)}。没有作出任何更改。`,
  REVIEW_BUILTIN: (d) =>
    `题库 ${d.bank} 为内置题库，不会更改，因此不能审核。请审核它的副本，或审核您自己的题库。`,
  CALIBRATION_REFUSED: (d) => `题库 ${d.bank}：${said(d.reason)}。没有作出任何更改。`,
  CALIBRATION_NOT_IN_FORCE: (d) => `题库 ${d.bank}：没有生效的校准。请采纳一个保存的校准。`,
  CALIBRATION_OF_TESTED: (d) =>
    `校准 ${d.calibration} 由 ${d.models.join('、')} 的作答得到，因此不能用来测试这些模型。请使用其他校准${d.others.length === 0 ? '' : `：${d.others.join('、')}`}。`,
  REFRESH_IMPOSSIBLE: (d) =>
    `题库 ${d.bank}，校准 ${d.calibration}：无法更新（${said(d.reason)}）。没有保存任何内容。`,
  BANK_WITHOUT_TEXT: (d) =>
    `题库 ${d.bank}，题目 ${d.item}${d.count > 1 ? ` 及另外 ${d.count - 1} 道` : ''}：没有题目文本。`,
  HOST_NOT_ALLOWED: (d) =>
    `模型 ${d.model}：不允许访问其主机 ${d.host}，因此不会向该模型提问。请将主机加入 ${d.option}，或更正地址。`,
  SESSION_BUDGET_SPENT: (d) =>
    `预算 $${d.limit} 已用完：目前已花费 $${d.spent.toFixed(4)}，下一次作答可能花费 $${d.most.toFixed(4)}。请结束测试会话以对现有作答评分，或用更大的预算新建测试会话。`,
  LEADERBOARD_UNKNOWN: (d) => `排行榜 ${d.id} 不存在。题库或校准的新版本会开始新的排行榜。`,
  SESSION_WITHOUT_ANSWERS: (d) => `测试会话 ${d.session}：还没有作答，因此没有得分。请先作答。`,
  STUDY_EXISTS: (d) => `研究“${d.name}”：该名称已被已完成或正在运行的研究使用。请换一个名称。`,
  STUDY_UNFINISHED: (d) => `研究“${d.name}”：尚未完成，因此没有报告。`,
  STUDY_RUNNING: (d) => `研究“${d.name}”：正在生成或删除。请取消其任务或等待结束，然后重试。`,
  FOLDER_MISSING: (d) =>
    `本服务没有设置文件夹（${said(d.what)}）。请联系管理员在配置中设置“${d.field}”。`,
  SESSION_UNKNOWN: (d) => `测试会话“${d.session}”不存在。`,
  REQUEST_INVALID: (d) => `${d.field}：发现 ${said(d.found)}；可接受：${said(d.accepted)}。`,
  KEY_REQUIRED: () => '该请求需要 API 密钥。请在请求头中发送：Authorization: Bearer tr_…',
  KEY_INVALID: (d) => `该 API 密钥未被接受：${said(d.reason)}。请向管理员申请另一个密钥。`,
  LINK_UNKNOWN: () => '该链接输入有误、已被吊销或已过期：请向发送者索取新的链接。',
  ROLE_INSUFFICIENT: () => '该密钥的角色无权执行此操作。请使用具有相应角色的密钥。',
  SCOPE_INSUFFICIENT: (d) => `该密钥无权执行此操作：${said(d.reason)}。${said(d.todo)}`,
  ROUTE_UNKNOWN: (d) => `${d.method} ${d.path}：路径不存在。所有路径见 /docs。`,
  METHOD_UNKNOWN: (d) => `${d.path}：不支持方法 ${d.method}；可接受：${d.accepted.join('、')}。`,
  REQUEST_SLOW: (d) => `请求未能在 ${d.seconds} 秒内完整到达。请分批发送。`,
  BODY_TOO_LARGE: (d) => `请求正文大于 ${d.most} 字节。请分批发送，或联系管理员提高上限。`,
  TYPE_UNSUPPORTED: (d) =>
    `Content-Type：发现 ${said(d.found)}；可接受：${d.accepted.join('、')}。`,
  TOO_MANY_REQUESTS: (d) => `请求过多（上限 ${d.most}）。请在 ${d.seconds} 秒后重试。`,
  PREPARATIONS_WAITING: (d) => `正在运行或等待的校准和测试准备已达上限 ${d.most} 项。请稍后重试。`,
  CLIENT_GONE: () => '客户端在收到回复前关闭了连接。请重新发送请求并等待回复。',
  JOBS_WAITING: (d) =>
    `等待中的任务已达上限 ${d.most} 项。请取消部分任务，或等部分任务开始后重试。`,
  SERVICE_CLOSING: () => '服务正在关闭。请稍后重试。',
  FILE_UNREADABLE: (d) => `${d.file}：无法读取（${said(d.reason)}）。`,
  ITEM_WITHOUT_PARAMETERS: (d) =>
    `题目 ${d.item}${andMore(d.count)}：在 ${d.file} 中没有对应的行。请添加其参数，或从作答记录中删除对应的列。`,
  ITEM_WITHOUT_ANSWERS: (d) =>
    `题目 ${d.item}${andMore(d.count)}：在 ${d.file} 中没有对应的列。请添加其作答记录，或从参数中删除对应的行。`,
  ITEM_WITHOUT_TAGS: (d) =>
    `题目 ${d.item}${andMore(d.count)}：在 ${d.file} 中没有对应的行。请添加一行标签。`,
  EXAMINEE_WITHOUT_FAMILY: (d) =>
    `受测者 ${d.examinee}${d.count > 1 ? ` 及另外 ${d.count - 1} 个` : ''}：在 ${d.file} 中没有对应的行。请添加一行，写明其 ${d.column}。`,
  ANCHORS_MISSING: (d) =>
    d.common === 0
      ? `${d.from} 与 ${d.to}：没有共同题目。量表通过编号相同的共同题目链接；请提供有共同题目的文件，或用 --via 给出一串文件。`
      : `${d.from} 与 ${d.to}：${d.common} 道共同题目无法用 ${d.method} 链接量表：剩余题目过少，或其斜率、难度没有差异。请使用 --method mean-mean 或 --keep-drifted，或提供共同题目更多的文件。`,
  GROUPS_UNUSABLE: (d) =>
    `${d.file}，列“${d.column}”：发现 ${said(d.found)}；可接受：${said(d.accepted)}`,
  BANK_NOT_KEPT: (d) =>
    `题库 ${d.bank}：为内置题库，不在此数据库中。${d.why ?? ''}导入题目文本后才会进入数据库。`,
  OPTIONS_CONFLICT: (d) => `${d.options}：${said(d.reason)}`,
  BANK_WITHOUT_HUMANS: (d) =>
    `题库 ${d.bank}：计分题目均没有人类正确率。请导入带有 human_accuracy 和 respondents 列的题目（列名不同时：--map human.accuracy=列名,human.respondents=列名）：thetarank bank import FILE --name NAME`,
  NO_ITEM_VARIES: (d) =>
    `${said(d.where)}：全部 ${d.items} 道题目各自的作答都相同；校准至少需要一道作答不同的题目。`,
  CATEGORIES_UNUSABLE: (d) => `题目 ${d.item}：发现 ${said(d.found)}；可接受：${said(d.accepted)}`,
  SCORES_NOT_BINARY: (d) =>
    `${said(d.where)}，受测者“${d.examinee}”，题目“${d.item}”：得分为 ${Number(d.score.toPrecision(6))}；可接受：0 和 1，因为 ${d.statistic} 只适用于对错作答。0 到 1 之间的得分请用：thetarank calibrate fit --irt-model auto，thetarank rank --strategy graded。`,
  VALUE_NOT_FINITE: (d) => `${d.name} 为 ${d.found}；可接受：${said(d.accepted)}。`,
  PERSON_TEST: (d) => `测试会话 ${d.session}：${said(d.reason)}。`,
  QUOTAS_IMPOSSIBLE: (d) => `内容配额：${said(d.reason)}`,
  SOLVER_FAILED: (d) =>
    `无法从 ${d.columns} 道候选题目中组卷：求解器以 ${d.status} 结束。请减少相互重叠的配额，或将 assembly 设为 greedy。`,
  KEY_MISSING: (d) =>
    `模型 ${d.examinee}：应存放其 API 密钥的环境变量 ${d.variable} 没有设置。请设置它，或用 ${d.setting} 指定另一个变量。`,
  STORE_UNAVAILABLE: (d) => `数据库 ${d.location}：${said(d.reason)}。${said(d.todo)}`,
  STORE_VERSION: (d) =>
    `数据库 ${d.location}：其架构版本为 ${d.found}，而本 thetarank 使用版本 ${d.known}。请用创建它的 thetarank 导出所需内容（thetarank bank export），或使用另一个数据库。`,
  SHARED_FILE_MISSING: (d) =>
    `共享文件 ${d.name}：不在 ${d.place} 中，可能已被删除。请重新上传，并检查所有进程是否使用同一个文件位置。`,
  SHARED_FILE_DAMAGED: (d) =>
    `${d.place} 中的共享文件 ${d.name}：内容与其 SHA-256 不符。请检查该位置的磁盘或网络，并重新上传文件。`,
  SHARED_FILE_TOO_LARGE: (d) =>
    `共享文件 ${d.name}：大于上限 ${d.largest} 字节。请在服务配置中提高 limits.uploadMegabytes，或拆分文件。`,
  SHARED_FILE_NAME_INVALID: (d) =>
    `共享文件 ${JSON.stringify(d.name)}：名称无效；可接受：${said(d.accepted)}。`,
  SHARED_FILES_UNAVAILABLE: (d) => `${d.place} 中的共享文件：${said(d.reason)}。${said(d.todo)}`,
  SHARED_FILES_KEY_MISSING: (d) =>
    `共享文件：应存放 S3 存储密钥的环境变量 ${d.variable} 没有设置。请设置 AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY，或选择其他文件位置。`,
  ANSWERS_FEWER: (d) =>
    `题库 ${d.bank}：${d.models
      .slice(0, 3)
      .map(({ model, before, now }) => `${model} 原有 ${before} 次作答，现在只有 ${now} 次`)
      .join(
        '；',
      )}${d.models.length > 3 ? `；另有 ${d.models.length - 3} 个模型也会减少` : ''}。没有保存任何内容，因为新作答会替换该模型以前的全部作答。请提供这些模型的全部作答，或添加 --fewer。`,
  ANSWERS_ABSENT: (d) =>
    `题库 ${d.bank}：${d.models
      .slice(0, 3)
      .map(
        ({ model, answers, none }) =>
          `${model} 的 ${answers} 次作答中有 ${none} 次无法读取、被截断或被拒绝`,
      )
      .join(
        '；',
      )}${d.models.length > 3 ? `；另有 ${d.models.length - 3} 个模型也有一半或更多` : ''}。没有保存任何内容，因为它们会计为错误。请让这些模型重新作答（例如允许每次作答更多词元），或添加 --absent。`,
  WRITING_REFUSED: (d) => `命题组 ${d.panel}：${said(d.reason)}。`,
  RUN_BUSY: (d) =>
    'holder' in d
      ? `运行 ${d.run}：${d.holder} 正在处理，因此没有提问。请停止该进程或等它结束，然后用 --resume 继续。${d.free === null ? '' : `如果它已经结束，请在 ${d.free} 秒后重试。`}`
      : `运行 ${d.run}，受测者 ${d.examinee}，第 ${d.place} 题：另一个进程已经保存了作答。请停止该进程或等它结束，然后用 --resume 继续。`,
  METRIC_GRADED: (d) =>
    `题库 ${d.bank}，题目 ${d.item}${andMore(d.count)}：指标 ${d.metric} 给出 0 到 1 之间的得分，但这些题目的 ${d.answers} 次作答记录全为 0 或 1。请记录分级得分的作答（thetarank bank record），或用对错指标导入题目：exact-match 或 numeric-match。`,
  SCORE_PROGRAM_UNKNOWN: (d) =>
    `${said(d.where)}：某个指标是程序“${d.program}”，但没有配置它${d.known.length === 0 ? '' : `（已配置：${d.known.join('、')}）`}。请用 -T scorers=FILE 指定程序文件（docs/metrics.md），或用题目池排除这些题目。`,
  SCORE_PROGRAM_FAILED: (d) =>
    `程序“${d.program}”，题目 ${d.item}：该作答没有得分：${said(d.reason)}。请修正程序或其限制，然后用 --resume 再次运行同一命令。`,
  JUDGES_MISSING: (d) =>
    `${said(d.where)}：作答需由评审模型按评分标准“${d.rubric}”评分，但没有指定评审模型。请指定：evaluate --judge NAME@ADDRESS 或 -T judges=FILE（docs/judges.md），rank --model 同样适用；否则请排除这些题目，或为其设置其他指标。`,
  JUDGES_FAILED: (d) =>
    `题目 ${d.item}：该作答没有得分：${said(d.reason)}。这不是被测模型的过错，因此不计入。请用 --resume 再次运行同一命令以重新询问评审模型，或指定其他评审模型，或用题目池排除该题目。`,
  RATINGS_IMPOSSIBLE: (d) => `${said(d.where)}：${said(d.found)}。${said(d.todo)}`,
  PANEL_CLOSED: (d) => `专家组 ${d.panel}：已关闭，不再接受任何内容。创建者可以重新打开它。`,
  EMBEDDINGS_MISSING: (d) =>
    `${said(d.where)}：作答要通过嵌入向量与参考答案比较，但没有指定嵌入端点。thetarank rank --model 可以使用端点（-T embeddings=NAME@https://HOST/v1，docs/metrics.md#cosine）；否则请排除这些题目，或为其设置其他指标。`,
  EMBEDDING_FAILED: (d) =>
    `题目 ${d.item}：该作答没有得分：${said(d.reason)}。这不是被测模型的过错，因此不计入。${said(d.todo)}`,
  BANK_DAMAGED: (d) =>
    `${d.file}：不是可读的题库文件（${said(d.reason)}）。请重新安装 thetarank，或用 npm run build:banks 重新生成。`,
  TASK_SET_ASIDE: (d) =>
    `${d.work} 的一个任务在工作进程上 ${d.tries} 次均失败（${d.error}），已被搁置为 ${d.id}。请排除原因后再次运行同一命令：已完成的部分会保留。参见 thetarank worker list。`,
  THREAD_ENDED: (d) =>
    `一个工作线程在完成前结束（${said(d.reason)}）。请再次运行命令；如果内存不足，请减少 --workers。`,
  DEFECT: (d) => `thetarank 未能处理本应处理的情况：这是程序缺陷。原因见服务日志中的请求 ${d.id}。`,
};

/** An error in Chinese; null if only commands tell it. */
export function chineseOf(code: ErrorCode, details: Readonly<Record<string, unknown>>) {
  const wording = WORDINGS[code as keyof Wordings] as
    | ((d: Readonly<Record<string, unknown>>) => string)
    | undefined;
  return wording === undefined ? null : wording(details);
}
