/** Around the pages: navigation, sign-in, help. */
export const SHELL_ZH = {
  Language: '语言',
} as const;
