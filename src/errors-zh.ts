import type { Details, ErrorCode } from './errors.ts';

type Wordings = { readonly [C in ErrorCode]?: (d: Details<C>) => string };

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
};
const said = (phrase: string) => PHRASES[phrase] ?? phrase;

/** Errors that the service can answer with, in Chinese. A code without a wording here is told in English. */
const WORDINGS: Wordings = {
  FILE_NOT_FOUND: (d) =>
    `${d.file}：${d.kind === 'folder' ? '文件夹' : '文件'}不存在。请检查路径。`,
  FILE_INVALID: (d) =>
    `${d.file}${d.where === undefined ? '' : `，${d.where}`}：发现 ${d.found}；可接受：${d.accepted}`,
  PARAMETER_INVALID: (d) => `题目 ${d.item}：${d.parameter} 为 ${d.found}；可接受：${d.accepted}。`,
  ITEM_UNKNOWN: (d) => `题目 ${d.item}：不在 ${d.where} 中。`,
  NAME_UNKNOWN: (d) =>
    `${said(d.kind)}“${d.name}”不存在。${d.nearest === null || d.nearest.length === 0 ? '' : `您是否想用：${d.nearest.join('、')}？`}`,
  BANK_IN_USE: (d) =>
    `题库 ${d.bank} 正在使用：${d.sessions} 个进行中的测试会话，${d.jobs} 个未结束的任务。请先在服务中结束它们，然后重试。`,
  OPTION_INVALID: (d) => `${d.option}：发现 ${d.found}；可接受：${d.accepted}`,
  TOO_MANY_ITEMS: (d) =>
    `请求了 ${d.asked} 道题目，但 ${d.where} 只有 ${d.available} 道。最多可请求 ${d.available} 道。`,
  TOO_FEW_EXAMINEES: (d) => `只有 ${d.found} 个受测者；${d.purpose} 至少需要 ${d.needed} 个。`,
  BANK_WITHOUT_ANSWERS: (d) =>
    `题库 ${d.bank}：没有模型的作答记录。请先记录作答：thetarank bank record ANSWERS.csv --to ${d.bank}`,
  NO_ANSWERS: (d) => `${d.where}：所有单元格均为空；至少需要一次作答。`,
  SESSION_INVALID: (d) => `自适应测试：${said(d.reason)}`,
  SESSION_REFUSED: (d) => `测试会话：${said(d.reason)}。`,
  SESSION_BANK_CHANGED: (d) =>
    `测试会话 ${d.session} 无法继续，因为题库 ${d.bank} 已变更（${d.reason}）。其作答已保留，可以导出。请在题库 ${d.bank} 上新建测试会话。`,
  SESSION_OVER: (d) => `测试会话 ${d.session} 的当前状态（${d.state}）不允许此操作。`,
  RESULT_WITHHELD: (d) => `测试会话 ${d.session}：不显示结果（${d.reason}）。`,
  ANSWERS_REFUSED: (d) => `测试会话 ${d.session}：全部 ${d.results.length} 次作答均被拒绝。`,
  EXAMINEE_FAILED: (d) => `模型 ${d.examinee} 没有作答（${d.reason}）。${d.todo}`,
  ITEM_EXISTS: (d) =>
    `题库 ${d.bank}：新题目的编号已被使用，因此没有添加任何题目。请使用其他编号。`,
  ANSWERS_RECORDED: (d) =>
    `题库 ${d.bank}：${d.models.slice(0, 3).join('、')}${d.models.length > 3 ? ` 等 ${d.models.length} 个模型` : ''} 已有作答记录，因此没有保存任何内容。`,
  REVIEW_REFUSED: (d) => `题库 ${d.bank}，${d.what}：${d.reason}。没有作出任何更改。`,
  REVIEW_BUILTIN: (d) =>
    `题库 ${d.bank} 为内置题库，不会更改，因此不能审核。请审核它的副本，或审核您自己的题库。`,
  CALIBRATION_REFUSED: (d) => `题库 ${d.bank}：${d.reason}。没有作出任何更改。`,
  CALIBRATION_NOT_IN_FORCE: (d) => `题库 ${d.bank}：没有生效的校准。请采纳一个保存的校准。`,
  CALIBRATION_OF_TESTED: (d) =>
    `校准 ${d.calibration} 由 ${d.models.join('、')} 的作答得到，因此不能用来测试这些模型。请使用其他校准${d.others.length === 0 ? '' : `：${d.others.join('、')}`}。`,
  REFRESH_IMPOSSIBLE: (d) =>
    `题库 ${d.bank}，校准 ${d.calibration}：无法更新（${d.reason}）。没有保存任何内容。`,
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
    `本服务没有设置文件夹（${d.what}）。请联系管理员在配置中设置“${d.field}”。`,
  SESSION_UNKNOWN: (d) => `测试会话“${d.session}”不存在。`,
  REQUEST_INVALID: (d) => `${d.field}：发现 ${said(d.found)}；可接受：${said(d.accepted)}。`,
  KEY_REQUIRED: () => '该请求需要 API 密钥。请在请求头中发送：Authorization: Bearer tr_…',
  KEY_INVALID: (d) => `该 API 密钥未被接受：${said(d.reason)}。请向管理员申请另一个密钥。`,
  LINK_UNKNOWN: () => '该链接输入有误、已被吊销或已过期：请向发送者索取新的链接。',
  ROLE_INSUFFICIENT: () => '该密钥的角色无权执行此操作。请使用具有相应角色的密钥。',
  SCOPE_INSUFFICIENT: (d) => `该密钥无权执行此操作：${d.reason}。${d.todo}`,
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
};

/** An error in Chinese; null if it has no wording. */
export function chineseOf(code: ErrorCode, details: Readonly<Record<string, unknown>>) {
  const wording = WORDINGS[code] as ((d: Readonly<Record<string, unknown>>) => string) | undefined;
  return wording === undefined ? null : wording(details);
}
