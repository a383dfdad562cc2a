import { type OperationName, operations } from '../../schema/index.js';
import { requireScopes } from '../access/require-scopes.js';
import type { AnyHandler, Call, ConnectionCall } from './handler.js';
import { handlers } from './index.js';

/** Carries out a call, if its caller may make it, and records who did. */
export async function run(
  name: OperationName,
  input: unknown,
  call: Call | ConnectionCall,
): Promise<unknown> {
  const { services, caller, address } = call;
  const operation = operations[name];
  const audited = { name, operation, input, caller, address };
  let result: unknown;
  try {
    if (operation.scope !== 'public') services.authenticator.requireValid(caller);
    await requireScopes(caller, operation, input, services.attachedFiles);
    result = await (handlers[name] as AnyHandler)(input, call);
    if (operation.scope === 'read') services.authenticator.requireValid(caller);
  } catch (error) {
    services.audited.failed(audited, error);
    throw error;
  }
  services.audited.done(audited, result);
  return result;
}
