export * from './rows.js';
export { type Thread, threadIdOf } from './threads.js';
export { Transcript } from './transcript.js';
