import { describe, onTestFinished } from 'vitest';
import type { DaemonLog } from '../../src/log/index.js';
import { appendConformance } from './log/append.js';
import { checkpointConformance } from './log/checkpoints.js';
import { documentConformance } from './log/documents.js';
import { followConformance } from './log/follow.js';
import { journalConformance } from './log/journal.js';
import { memoryConformance } from './log/memories.js';
import { modelConformance } from './log/model.js';
import { queueConformance } from './log/queue.js';
import { readConformance } from './log/read.js';
import { sessionConformance } from './log/sessions.js';

/** A fresh place for one log. */
export interface LogPlace {
  /** Opens the log that is there; called again after it was closed, it finds what was stored. */
  open(): Promise<DaemonLog>;
}

/** Makes a place for each test; what it leaves behind is removed when the test ends. */
export type LogFactory = () => Promise<LogPlace>;

/** Opens a log for one test. */
export type OpenTestLog = () => Promise<DaemonLog>;

/** Whatever implements `DaemonLog` has to pass this. */
export function logConformance(name: string, factory: LogFactory): void {
  const open: OpenTestLog = async () => {
    const log = await (await factory()).open();
    onTestFinished(() => log.close());
    return log;
  };
  describe(`${name} as a log`, () => {
    describe('sessions', () => sessionConformance(open, factory));
    describe('append', () => appendConformance(open, factory));
    describe('read', () => readConformance(open));
    describe('follow', () => followConformance(open));
    describe('checkpoints', () => checkpointConformance(open, factory));
    describe('the queue', () => queueConformance(open, factory));
    describe('names, receipts and long values', () => memoryConformance(open, factory));
    describe('documents', () => documentConformance(open, factory));
    describe('the journal', () => journalConformance(open, factory));
    describe('any sequence of operations', () => modelConformance(factory));
  });
}
