export const WS_PATH = '/v1/ws';
export const PROTOCOL = 'greenroom.v1';
/** Browsers cannot set headers on an upgrade, so the token is a subprotocol with this prefix. */
export const BEARER = 'bearer.';
/** The close code of a connection whose token is not valid any more: a policy violation. */
export const REVOKED = 1008;
