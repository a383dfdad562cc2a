export type { Clock } from './clock.js';
export { SessionHost } from './host.js';
export { randomId } from './ids.js';
export type { Session } from './session.js';
export type { Past } from './time-travel.js';
