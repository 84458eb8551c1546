import { describe } from 'vitest';
import type { Databases } from '../databases.ts';
import { calibrationLogContract } from './calibration-log.ts';
import { claimsContract } from './claims.ts';
import { contentsContract } from './contents.ts';
import { reviewContract } from './review.ts';
import { serviceSessionsContract } from './service-sessions.ts';

/** What every store does. */
export function storeContract(databases: Databases): void {
  describe('contents', () => contentsContract(databases));
  describe('claims', () => claimsContract(databases));
  describe('the review', () => reviewContract(databases));
  describe('decisions about calibrations', () => calibrationLogContract(databases));
  describe('sessions of the service', () => serviceSessionsContract(databases));
}
