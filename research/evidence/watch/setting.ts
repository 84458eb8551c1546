export const BANKS = ['cruxeval-o', 'swebench-verified'] as const;
export const SEED = 'watch';
/** Losses, in points. */
export const LOSSES = [0, 1, 2, 4, 6] as const;
/** Share of the answers that change in each direction besides the loss. */
export const CHURN = 0.025;
/** Recorded models of a bank that are trained on. */
export const MODELS = 24;
/** Those with this share of right answers: more than a loss can take, and fewer than can be won. */
export const [LOWEST, HIGHEST] = [0.15, 0.9];
/** `rank`'s default. */
export const ITEMS = 243;
/** Random tests of this share of the bank share more than half of their items. */
export const LARGE = 0.6;

/** Series: checkpoints, of which the last has lost points; items of each; families of a bank, and series of each. */
export const CHECKPOINTS = 4;
export const SERIES_ITEMS = 50;
export const FAMILIES = 6;
export const SERIES = 5;

/** `--fail-if "drop>1@0.95"` */
export const RULE = { drop: 0.01, confidence: 0.95 };
