export * from './rows.js';
export { Transcript } from './transcript.js';
