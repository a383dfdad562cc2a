import { checkLog } from './check.js';
import { compactLog } from './compact.js';
import { copyLog } from './copy.js';

/** Work on a whole log, which can take minutes. */
export const tasks = { check: checkLog, compact: compactLog, copy: copyLog };

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;

/** Is told how many characters were read so far. */
export type OnProgress = (chars: number) => void;
