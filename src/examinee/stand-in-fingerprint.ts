/** The `system_fingerprint` of every reply of the stand-in: its answers are simulated or recorded ones, and no model's. */
export const STAND_IN_FINGERPRINT = 'stand-in';
