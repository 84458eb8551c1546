/** A test that a person takes: start, questions, result. */
export const TAKE_ZH = {
  'Your test': '您的测试',
  'Loading your test …': '正在加载您的测试……',
  'Hello {name}. You have been invited to answer questions. Read this first.':
    '{name}，您好！您受邀回答一组题目。请先阅读以下说明。',
  'The test has {n, plural, one {# question} other {# questions}}.': '本测试共有 {n} 道题目。',
  'The test has at most {n, plural, one {# question} other {# questions}}. Each is chosen by your answers so far: some will be hard for you, and that is intended.':
    '本测试最多有 {n} 道题目。每道题都根据您之前的作答选出，有些题对您来说会比较难，这是正常的。',
  'There is no time limit.': '没有时间限制。',
  'You have {n, plural, one {# minute} other {# minutes}} from the beginning.':
    '从开始作答起，您有 {n} 分钟。',
  'When the time is over, the test ends. Answers that you have confirmed count; questions without an answer do not count as wrong.':
    '时间用完后测试自动结束。已确认的作答有效，未作答的题目不算答错。',
  'There are no breaks: the clock runs on, also while this page is closed.':
    '中途不能休息：即使关闭本页面，计时也会继续。',
  'You may take breaks, and close this page: the same link leads back here.':
    '您可以休息，也可以关闭本页面；用同一链接即可回到这里。',
  'You may take breaks by the button "Take a break": the clock then stands still. If you only close this page, it runs on.':
    '您可以点击“休息一下”暂停，此时停止计时。如果只是关闭页面，计时会继续。',
  'You may skip questions and come back to them. An answer that you have confirmed is final.':
    '您可以先跳过题目，之后再回来作答。作答一经确认便不能更改。',
  'An answer that you have confirmed is final: the next question depends on it.':
    '作答一经确认便不能更改，因为下一道题取决于它。',
  'The questions are confidential: do not copy them, pass them on, or enter them anywhere else.':
    '题目内容保密：请勿复制、转发或输入到其他任何地方。',
  'At the end you see your result.': '测试结束后您会看到结果。',
  'You see no result at the end; whoever invited you does.':
    '测试结束后您不会看到结果，邀请您的人可以看到。',
  'With a keyboard: letters or digits choose an option, Enter confirms. Single keys can be switched off in the help (key ?).':
    '使用键盘时：按字母或数字键选择选项，按回车键确认。可在帮助（? 键）中关闭单键快捷键。',
  'Begin the test': '开始测试',
  'Choose one answer': '请选择一个答案',
  'Choose all answers that apply': '请选择所有正确的答案',
  'Choose all options in the right order, the first one first':
    '请按正确的顺序依次选择所有选项，先选排在最前的',
  'Place {n}': '第 {n} 位',
  'Picture {n} of this question': '本题图片 {n}',
  'Your answer: {answer}': '您的回答：{answer}',
  'Choose option {letter}': '选择选项 {letter}',
  'Confirm the answer': '确认作答',
  'Question {n}': '第 {n} 题',
  'part {n} of {of}': '第 {n} 问，共 {of} 问',
  'Sending …': '正在发送……',
  'Confirm and go on': '确认并继续',
  'Skip for now': '暂时跳过',
  'No connection to the service. This page keeps trying; nothing that you have entered is lost.':
    '无法连接到服务。本页面会不断重试，您输入的内容不会丢失。',
  '{answered} of {length} answered': '已作答 {answered} / {length}',
  'Answered questions': '已作答的题目',
  'Take a break': '休息一下',
  'The test is paused': '测试已暂停',
  'Take your time: the clock stands still. You may close this page; the same link leads back here.':
    '不必着急，计时已停止。您可以关闭本页面，用同一链接即可回到这里。',
  'Take your time. You may close this page; the same link leads back here.':
    '不必着急。您可以关闭本页面，用同一链接即可回到这里。',
  'That did not count: this test goes on in another tab or on another device. This page now shows where it is. Close the other one, and go on here.':
    '刚才的操作无效：本测试已在另一个标签页或另一台设备上继续进行。本页面现在显示最新进度。请关闭另一个页面，在这里继续。',
  'That did not count: the test had been paused or had ended before.':
    '刚才的操作无效：在此之前测试已经暂停或结束。',
  'On all questions of this question bank you would have about {score} of 100 right.':
    '如果回答本题库的全部题目，您每 100 题大约能答对 {score} 题。',
  'That is the interval of the expected score: it includes the chance in your answers, since another time you could answer the same questions differently.':
    '这是期望得分的区间：它包含作答的偶然性，因为换一次您对同样的题目可能给出不同的回答。',
  'Guessing would give about {guessing} of 100. Your score is below that, so this result says little.':
    '随机猜测平均每 100 题约能答对 {guessing} 题。您的得分低于这个水平，因此该结果说明不了什么。',
  'Of {n} recorded language models, about {at}% have a lower score.':
    '在 {n} 个有作答记录的语言模型中，约 {at}% 的得分低于您。',
  'Of {n} other people who took such tests of this bank, about {at}% have a lower score.':
    '在参加过本题库同类测试的其他 {n} 人中，约 {at}% 的得分低于您。',
  'Whoever invited you has paused the test. This page goes on by itself.':
    '邀请您的人暂停了测试。恢复后本页面会自动继续。',
  'Continue the test': '继续测试',
  'Time left: {clock}': '剩余时间：{clock}',
  '{n, plural, one {# minute} other {# minutes}} left': '还剩 {n} 分钟',
  '{n} seconds left': '还剩 {n} 秒',
  '{n, plural, one {# question} other {# questions}} without an answer': '还有 {n} 道题目未作答',
  'The time is over': '时间已到',
  'The test has ended': '测试已结束',
  'Thank you. {answered} of {length} questions have an answer.':
    '谢谢您！共 {length} 道题目，您回答了 {answered} 道。',
  'You can close this page. Whoever invited you has your answers.':
    '您可以关闭本页面。邀请您的人已收到您的作答。',
  'There is no result, because no question has an answer.': '没有作答任何题目，因此没有结果。',
  'Your score': '您的得分',
  'On all questions of this question bank you would have about {score} of 100 right. With 90% confidence it is between {low} and {high}.':
    '如果回答本题库的全部题目，您每 100 题大约能答对 {score} 题。该数值有 90% 的把握在 {low} 至 {high} 之间。',
  'On all questions of this question bank you would have about {score} of 100 right. The test gives a range from {low} to {high}, but such ranges hold for language models and are often too narrow for people.':
    '如果回答本题库的全部题目，您每 100 题大约能答对 {score} 题。测试给出的范围是 {low} 至 {high}，但这类范围适用于语言模型，对人往往过窄。',
  'On all questions of this question bank you would have about {score} of 100 right, with a range from {low} to {high}. You left out questions before the last one that you answered. If those were hard for you, the score is too high.':
    '如果回答本题库的全部题目，您每 100 题大约能答对 {score} 题，范围为 {low} 至 {high}。在您最后回答的题目之前，有些题目没有作答。如果它们对您较难，则得分偏高。',
  'Of the questions of this question bank that could be asked, you would have about {score} of 100 right, with a range from {low} to {high}. The others are not part of this score.':
    '对本题库中可以使用的题目，您每 100 题大约能答对 {score} 题，范围为 {low} 至 {high}。其余题目不计入这个得分。',
  'Your number of right answers: {right} of {n}. These are too few answers to tell a score: a score, and a place on leaderboards, needs at least {least}.':
    '您答对了 {right} 题（共作答 {n} 题）。作答太少，无法给出得分；至少作答 {least} 题才有得分，才能进入排行榜。',
  'Your ability': '您的能力值',
  'What these numbers do not say': '这些数字不能说明什么',
  'They are about the questions of this bank and nothing else: not about intelligence, a profession, or other subjects.':
    '它们只反映您对本题库题目的作答情况，不代表智力、职业水平或其他学科的水平。',
  'You answered {n, plural, one {# question} other {# questions}}. Another test on another day would probably give another number.':
    '您回答了 {n} 道题目。换一天再做一次测试，结果多半会有所不同。',
  'The difficulty of the questions was learned from language models. What is hard for them can be easy for people, and the other way round.':
    '题目难度是根据语言模型的作答估计的。对模型难的题目对人可能容易，反之亦然。',
  'The interval of the score follows from the random draw of the questions. It assumes nothing about who answers.':
    '得分的区间来自题目的随机抽取，与作答者是谁无关。',
  'No confidence can be stated for this score.': '这个得分没有可以给出的置信水平。',
  'Of {n} recorded language models, about {at}% have a lower score. Because your score is not exact, the share is between {low}% and {high}%.':
    '在 {n} 个有作答记录的语言模型中，约 {at}% 的得分低于您。由于您的得分有误差，这一比例在 {low}% 至 {high}% 之间。',
  'Of {n} other people who took such tests of this bank, about {at}% have a lower score. Because your score is not exact, the share is between {low}% and {high}%. Their scores are not exact either.':
    '在参加过本题库同类测试的其他 {n} 人中，约 {at}% 的得分低于您。由于您的得分有误差，这一比例在 {low}% 至 {high}% 之间。他人的得分同样有误差。',
  'This kind of test gives a score and no ability.': '这类测试只给出得分，不给出能力值。',
  'Your answers fit the lowest ability that can be measured; it may be lower still.':
    '您的作答对应可测量的最低能力值，实际能力值可能更低。',
  'Your answers fit the highest ability that can be measured; it may be higher still.':
    '您的作答对应可测量的最高能力值，实际能力值可能更高。',
  'Your ability is about {value}. If questions were as hard for you as for language models, it would be between {low} and {high}; that was not checked. The scale has 0 at the average of the recorded language models; most of them lie between −2 and 2.':
    '您的能力值约为 {value}。如果题目对您的难度与对语言模型相同，则在 {low} 至 {high} 之间，但这一点未经检验。量尺的 0 点是有作答记录的语言模型的平均水平，大多数模型在 −2 到 2 之间。',
  'Your ability is about {value}, on the scale of the calibration of this bank. If questions were as hard for you as for language models, it would be between {low} and {high}; that was not checked.':
    '您的能力值约为 {value}（以本题库的校准量尺为准）。如果题目对您的难度与对语言模型相同，则在 {low} 至 {high} 之间，但这一点未经检验。',
  'Language models': '语言模型',
  'Other people': '其他人',
  You: '您',
  'Your score is {score}, with an interval from {low} to {high}. Models have scores from {lowest} to {highest}.':
    '您的得分为 {score}，区间为 {low} 至 {high}。模型的得分在 {lowest} 至 {highest} 之间。',
  'Scores from 0 (left) to 100 (right). Each mark is a model or a person.':
    '得分从 0（左）到 100（右）。每条短线代表一个模型或一个人。',
} as const;
