/** The words between the helper program and the desk: a line to ask, and an answer until the end. */

export const DESK = 'GREENROOM_DESK';
export const DESK_KEY = 'GREENROOM_DESK_KEY';

/** The exit code by which Amp takes a tool as refused. 1 would make it ask at a terminal that is not there. */
export const REFUSED = 2;
