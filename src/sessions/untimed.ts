import type { Command, SessionInputEvent } from '../../machines/index.js';

/** An input without its timestamp, which the session adds. */
export type Untimed<T> = T extends unknown ? Omit<T, 'at'> : never;
export type UntimedInput = Untimed<SessionInputEvent>;
export type UntimedCommand = Untimed<Command>;
