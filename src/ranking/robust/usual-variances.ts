/**
 * How much language models differ in the abilities after the first, whose variance in the calibration is 1, and in the effects of each
 * grouping, in squared logits: medians over the banks that scripts/usual-variances reads. They differ little from bank to bank, and
 * those of a dozen models by chance, so that every bank takes these.
 */
export const USUAL_VARIANCES = {
  minorAbility: 0.4,
  /** Where the items have no tags, effects of levels have this share of their variance: such banks are mostly of one kind. */
  untagged: 0.3,
  effects: { tag: 0.13, discrimination: 0.06, level: 0.08, 'tag × level': 0.085 },
} as const;
