/** Why a part of a diagnosis is missing, and what fits of calibrations and items mean, in Chinese. */
export const DIAGNOSIS_TOLD = {
  'S-X² needs {n} examinees who answered every item; there are {m}':
    'S-X² 需要 {n} 个回答了每道题目的受测者；现有 {m} 个',
  'too few groups of summed scores are left for a degree of freedom':
    '剩下的总分组太少，不足一个自由度',
  'there are no answers': '没有作答记录',
  'some answers are partly right, and this is known only of right and wrong ones':
    '有些作答是部分正确的，而此项只适用于对错计分的作答',
  'there are no items': '没有题目',
  '{n} items; M2 is computed for at most {most}': '有 {n} 道题目；M2 最多计算 {most} 道',
  '{n} answers are missing; M2 needs all of them': '缺少 {n} 次作答；M2 需要全部作答',
  '{n} examinees; M2 needs at least {least}': '有 {n} 个受测者；M2 至少需要 {least} 个',
  '{n} examinees; reliability needs at least {least}': '有 {n} 个受测者；信度至少需要 {least} 个',
  'the abilities of all examinees are equal': '所有受测者的能力值相等',
  'some items are so easy or so hard that their pairs follow from the items alone':
    '有些题目过易或过难，成对作答完全由单题决定',
  '{n} items have {margins} margins, as many as parameters ({parameters}): nothing is left to test':
    '{n} 道题目有 {margins} 个边缘量，与参数个数（{parameters}）相同：没有可检验的内容',
  'fewer than two items have 5 right and 5 wrong answers': '有 5 次答对且有 5 次答错的题目不足两道',
  'no two items have 10 answers of the same examinees': '没有两道题目有 10 个共同的受测者作答',
  'no number of dimensions was asked for': '没有要求比较维数',
  '{n} families; five folds need at least five': '有 {n} 个系列；五折至少需要五个系列',
  '{n} examinees remain without a fold; {dimensions} dimensions need {needed}':
    '去掉一折后剩 {n} 个受测者；{dimensions} 维需要 {needed} 个',
  'no examinee has {n} answers': '没有受测者有 {n} 次作答',
  'There are no recorded answers to compare with the parameters.':
    '没有可与题目参数比较的作答记录。',
  'No model answered it, all answers are the same, or some are partly right.':
    '没有模型作答、所有作答都相同，或有些作答是部分正确的。',
  'All abilities are the same.': '所有能力值都相同。',
  'Correlation of right answers with ability {r}.': '答对与能力值的相关为 {r}。',
  'Infit and outfit show how surprising the answers are, given the curve; outfit gives more weight to the most surprising ones.':
    '内拟合（infit）和外拟合（outfit）反映作答相对于特征曲线的意外程度；外拟合更看重最意外的作答。',
  'The mean infit of the items of this bank is {mean}; it is usually below 1, because the curves were fitted to these answers.':
    '本题库题目的平均内拟合（infit）为 {mean}；通常小于 1，因为曲线就是用这些作答拟合的。',
  'Recorded models are few and their errors are correlated, so this is not a statistical test, only a hint where to look.':
    '有记录的模型较少，且误差相关，因此这不是统计检验，只提示应查看哪些题目。',
  'whether the fit converged before its last round': '拟合是否在最后一轮之前收敛',
  'number of rounds of the fit': '拟合的轮数',
  'log-likelihood of the answers, with abilities integrated out (marginal mode)':
    '作答的对数似然，对能力值积分（边际方式）',
  'log-likelihood of the answers, with items integrated out; not comparable with that of the marginal mode':
    '作答的对数似然，对题目积分；不能与边际方式的值比较',
  'log-likelihood of the curves of the integrated mode; not comparable with that of the marginal mode':
    '对题目积分方式下曲线的对数似然；不能与边际方式的值比较',
  'log-posterior of the parameters': '参数的对数后验',
  'Akaike’s information criterion; for fits without priors': 'AIC 信息准则；用于没有先验的拟合',
  'Bayesian information criterion; for fits without priors': 'BIC 信息准则；用于没有先验的拟合',
  'duration of the fit in seconds': '拟合用时（秒）',
  'number of participants with the information of one independent participant':
    '信息量相当于一个独立受试者的受试者数',
  'number of independent participants with the same information about an item':
    '对一道题目信息量相同的独立受试者数',
  'median standard error of a difficulty': '难度标准误的中位数',
  'median standard error of a difficulty, given the other items, so it is too small':
    '难度标准误的中位数；以其他题目已知为条件，因此偏小',
  'the fit has not converged': '拟合尚未收敛',
} as const;
