/** Reasons and kinds of an audit, in Chinese. */
export const AUDIT_TOLD = {
  'The answers do not follow ability (probability {p}, {n} answers).':
    '作答与能力值不一致（概率 {p}，{n} 次作答）。',
  'Better models choose {Better} (probability {p}, {n} answers).':
    '能力较强的模型{Better}（概率 {p}，{n} 次作答）。',
  'the printed key less often': '反而较少选择所给的标准答案',
  '{letter} rather than the printed key': '选择 {letter}，而不是所给的标准答案',
  'All {n} models answered it right.': '{n} 个模型全部答对。',
  'All {n} models answered it wrong.': '{n} 个模型全部答错。',
  'Its answers depend on those to the similar item {item} beyond ability (residual correlation {r}).':
    '除能力值外，其作答还依赖于相似题目 {item} 的作答（残差相关 {r}）。',
  'It refers to a picture, table or recording that is missing.':
    '题目提到了缺失的图片、表格或录音。',
  'It has a stem of fewer than three letters or digits.': '题干少于三个字母、汉字或数字。',
  'It is doubtful: {Why}.': '存疑：{Why}。',
  'It has the same content as {item}.': '内容与题目 {item} 相同。',
  'Its text is nearly that of {item} (similarity {s}).':
    '文字与题目 {item} 几乎相同（相似度 {s}）。',
  'It was asked in {n} of {tests} tests.': '{tests} 次测试中有 {n} 次用到了它。',
  'the answers speak for another key than the printed one': '作答表明标准答案应是另一个选项',
  'the answers do not follow ability: no option is clearly right, or two are':
    '作答与能力值不一致：没有明显正确的选项，或有两个正确选项',
  'refers to a picture, table or recording that is missing': '提到了缺失的图片、表格或录音',
  'the stem names the key, or contains the text of the right option and of no other':
    '题干写出了标准答案，或只包含正确选项的文字',
  'the right option is more than four times as long as any other':
    '正确选项的长度是其他任何选项的四倍以上',
  'a stem of fewer than three letters or digits': '题干少于三个字母、汉字或数字',
  'the same content as an earlier item': '内容与前面的题目相同',
  'nearly the same text as an earlier item': '文字与前面的题目几乎相同',
  'its answers depend on those to a similar item beyond ability':
    '除能力值外，作答还依赖于相似题目的作答',
  'every model answered it right': '所有模型都答对',
  'every model answered it wrong': '所有模型都答错',
  'asked far more often than other items': '使用次数远多于其他题目',
} as const;
