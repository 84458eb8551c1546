import { expect, test } from 'vitest';
import {
  awaitFinished,
  CONTROL,
  finishTicket,
  isComplete,
  markBlock,
  openControl,
  postJob,
  stopThreads,
  takeTicket,
} from '../../../calibration/kernel/tickets.ts';

const control = () => openControl(4);

test('every ticket of a job is taken once, and a job is over when all are finished', () => {
  const counters = control();
  for (let job = 1; job <= 3; job++) {
    postJob(counters, job, 4);
    const taken = Array.from({ length: 4 }, () => takeTicket(counters) % 4);
    expect(taken).toEqual([0, 1, 2, 3]);
    expect(takeTicket(counters)).toBe(-1);
    for (let k = 0; k < 3; k++) finishTicket(counters);
    expect(awaitFinished(counters, 1)).toBe(false);
    finishTicket(counters);
    expect(awaitFinished(counters, 1)).toBe(true);
  }
});

test('wake-ups without a new job, and the end of the threads, bring no ticket', () => {
  const counters = control();
  postJob(counters, 1, 2);
  takeTicket(counters);
  takeTicket(counters);
  Atomics.notify(counters, CONTROL.posted);
  expect(takeTicket(counters)).toBe(-1);
  stopThreads(counters);
  expect(takeTicket(counters)).toBe(-1);
});

test('a block that was left out, or computed by a ticket of an earlier job, is noticed', () => {
  const counters = control();
  postJob(counters, 1, 4);
  for (let ticket = 0; ticket < 4; ticket++) markBlock(counters, ticket, 4);
  expect(isComplete(counters, 4)).toBe(true);
  postJob(counters, 2, 4);
  for (const ticket of [4, 5, 7]) markBlock(counters, ticket, 4);
  expect(isComplete(counters, 4)).toBe(false);
  markBlock(counters, 6, 4);
  expect(isComplete(counters, 4)).toBe(true);
});
