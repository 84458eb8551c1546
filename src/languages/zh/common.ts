/** What reports have in common, in Chinese, by the English message. */
export const COMMON_ZH = {
  'Skip to the content': '跳到正文',
  Contents: '目录',
  'Next:': '下一步：',
  ', ': '、',
  ' ': '',
} as const;
