/** What all answers of a test show of the prompt, in Chinese, by the English message. The dashboard loads these of the reports alone. */
export const PATTERNS_ZH = {
  'WARNING: {text}': '警告：{text}',
  'Look at the outputs in the log before you use these answers.':
    '使用这些作答之前请先查看日志中的输出。',
  'allow more tokens per answer': '允许每个作答使用更多词元',
  'Check the endpoint and its content filter.': '请检查端点及其内容过滤。',
  '{all, select, true {all {of}} other {{found} of {of}}} answers are {letter}, but only {keys} of the right ones are. The prompt or the extraction is probably broken, and the score is not one of the model.':
    '{all, select, true {全部 {of} 个} other {{of} 个中的 {found} 个}}作答是 {letter}，但正确答案中只有 {keys} 个是它。提示词或答案提取可能有误，这个得分不是该模型的得分。',
  '{found} of {of} answers are right, clearly below chance: guessing gives about {expected} (so few in less than 1 of 1,000 tests). Compare some outputs with what was read and with the key: letters may be misread, or the key may be that of options in another order.':
    '{of} 个作答中 {found} 个答对，明显低于随机水平：随机猜测约答对 {expected} 个（如此之少在 1,000 次测试中不到 1 次）。请把一些输出与所读取的答案及标准答案对照：字母可能被误读，或标准答案属于另一种选项顺序。',
  '{n} letters are the one {after, select, true {after} other {before}} the key, so its places were probably counted from the wrong number.':
    '{n} 个字母是标准答案{after, select, true {之后} other {之前}}的那一个，因此标准答案的位置很可能从错误的数字开始计数。',
  'the answers depend on the position of the options: {most} are right if the key is {best}, {least} if it is {worst} (by chance in less than 1 of 1,000 tests). The model may prefer a position, or letters may be misread.':
    '作答取决于选项的位置：标准答案为 {best} 时答对 {most}，为 {worst} 时答对 {least}（偶然出现的可能小于 1,000 次测试中的 1 次）。该模型可能偏爱某个位置，或字母被误读。',
  '{first, select, true {the first {n} answers} other {{share} of the answers}} could not be read and count as wrong{many, select, true {, so the score says more about the prompt, the limit of tokens or the extraction than about the model} other {}}':
    '{first, select, true {最初 {n} 个作答} other {{share} 的作答}}无法读取，按答错计{many, select, true {，所以得分反映的更多是提示词、词元上限或答案提取，而不是模型} other {}}',
  '{first, select, true {the first {n} outputs} other {{share} of the outputs}} decline to answer and count as wrong{many, select, true {, so the score says more about its refusals than about the model} other {}}.':
    '{first, select, true {最初 {n} 个输出} other {{share} 的输出}}拒绝作答，按答错计{many, select, true {，所以得分反映的更多是其拒答，而不是模型} other {}}。',
  '{first, select, true {the first {n} questions} other {{share} of the questions}} were refused or not answered by the endpoint and count as wrong{many, select, true {, so the score says more about the endpoint than about the model} other {}}.':
    '{first, select, true {最初 {n} 个问题} other {{share} 的问题}}被端点拒绝或没有回答，按答错计{many, select, true {，所以得分反映的更多是端点，而不是模型} other {}}。',
  'check the prompt, and the chat template that the server uses':
    '请检查提示词以及服务器使用的对话模板',
  '{all, select, true {all} other {most}} were cut off: {longer} (models that reason need more)':
    '{all, select, true {全部} other {多数}}被截断：请{longer}（推理模型需要更多）',
  '{all, select, true {all} other {most}} were empty: check the chat template and the reasoning parser of the server':
    '{all, select, true {全部} other {多数}}为空：请检查服务器的对话模板和推理解析器',
  '{first, select, true {in the first {n} answers} other {in {share} of the answers}} several options are equally likely, and count with equal shares{many, select, true {, so the score says more about the numbers of the server than about the model} other {}}.':
    '{first, select, true {前 {n} 个作答中} other {{share} 的作答中}}有多个选项概率相同，各按相等份额计分{many, select, true {，因此得分更多地反映服务器的数值，而不是模型} other {}}。',
  '{some} or {last}': '{some}或 {last}',
  '{sentence}.': '{sentence}。',
  '; ': '；',
} as const;
