import { betaModel } from './beta-model.ts';
import { gpcmModel } from './gpcm-model.ts';
import { gradedModel } from './graded-model.ts';
import type { ItemModel } from './item-model.ts';
import { nominalModel } from './nominal-model.ts';

/** The models that answers in categories can be calibrated with. With two categories `graded` and `gpcm` are the 2PL. */
export const POLYTOMOUS_MODELS = ['graded', 'gpcm', 'nominal', 'beta'] as const;
export type PolytomousModel = (typeof POLYTOMOUS_MODELS)[number];

export const ITEM_MODELS: Readonly<Record<PolytomousModel, ItemModel>> = {
  graded: gradedModel,
  gpcm: gpcmModel,
  nominal: nominalModel,
  beta: betaModel,
};
