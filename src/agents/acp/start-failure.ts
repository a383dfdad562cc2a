import { RpcError } from '../kit/json-rpc.js';
import { DeadlineError } from '../kit/pending-calls.js';
import type { AcpDeclaration } from './declaration.js';
import type { Handshake } from './handshake.js';

/** The code of an error that means: log in first. */
export const AUTH_REQUIRED = -32000;

/** Why an agent could not be started, with what to do about it where that is known. */
export function startFailure(
  error: unknown,
  { id, name = id }: AcpDeclaration,
  handshake: Handshake | null,
): Error {
  if (error instanceof DeadlineError) return new Error(`${name} did not answer: ${error.message}`);
  if (!(error instanceof RpcError)) return error instanceof Error ? error : new Error(String(error));
  if (error.code !== AUTH_REQUIRED) return new Error(`${name}: ${error.message}`);
  const methods = (handshake?.authMethods ?? []).map((method) => method.name ?? method.id);
  const ways = methods.length === 0 ? '' : ` (${methods.join(', ')})`;
  return new Error(`${name} needs a login${ways}; run: greenroom agents login ${id}`);
}
