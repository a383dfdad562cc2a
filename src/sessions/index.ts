export type { Clock } from './agent-runner.js';
export { Host, type HostOptions } from './host.js';
export { randomId } from './ids.js';
export type { Session } from './session.js';
export type { Past } from './time-travel.js';
