import { z } from 'zod';
import { Problem } from '../../schema/index.js';
import { Call, codes, RpcErrorObject } from '../websocket/jsonrpc.js';

const { parseError, invalidRequest, methodNotFound, invalidParams, refused } = codes;

const CallId = z
  .union([z.string(), z.number(), z.null()])
  .meta({ id: 'CallId', description: 'The id of the call; null where it could not be read' });

const Envelope = Call.pick({ jsonrpc: true });

/** A call of a method, as one frame. */
export function callOf(method: string, params: z.ZodType): z.ZodType {
  return Envelope.extend({
    id: CallId.optional().describe('Comes back with the answer; a call without one gets none'),
    method: z.literal(method),
    params,
  });
}

/** The answer to a call that went well. */
export function resultOf(result: z.ZodType): z.ZodType {
  return Envelope.extend({ id: CallId, result });
}

export function notificationOf(method: string, params: z.ZodType): z.ZodType {
  return Envelope.extend({ method: z.literal(method), params });
}

/** The answer to any call that did not go well. */
export const ErrorAnswer = Envelope.extend({
  id: CallId,
  error: z.union([
    RpcErrorObject.extend({
      code: z.literal(refused).describe('Refused by a session or the daemon'),
      data: Problem,
    }).meta({ id: 'RpcRefusal' }),
    RpcErrorObject.extend({
      code: z
        .literal([parseError, invalidRequest, methodNotFound, invalidParams])
        .describe('Not JSON, no call, no such method, or parameters that do not fit'),
    }).meta({ id: 'RpcProtocolError' }),
  ]),
});
