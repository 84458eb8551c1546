/** What `--unlisted` does, for help. */
export const UNLISTED_HELP = 'also ask models that are not in the list of their endpoint';
