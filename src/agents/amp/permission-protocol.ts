/** Between the helper program and the permission server: one JSON line as the request, the rest of the stream as the reply. */

export const SERVER = 'GREENROOM_PERMISSION_SERVER';
export const SERVER_KEY = 'GREENROOM_PERMISSION_SERVER_KEY';

/** The exit code that refuses a tool. 1 would make Amp ask at its terminal, and there is none. */
export const REFUSED = 2;
