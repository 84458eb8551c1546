/** What experts of panels see, whatever the panel does. */
export const PANELS_ZH = {
  'Nothing to do here': '这里没有需要处理的内容',
  'This version has no page for the panel of your key. Ask whoever invited you.':
    '当前版本没有与您的密钥所属专家组对应的页面。请联系邀请您的人。',
} as const;
