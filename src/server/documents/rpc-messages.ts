import { z } from 'zod';
import { Problem } from '../../schema/index.js';
import { Call, codes, RpcErrorObject } from '../websocket/jsonrpc.js';

const { parseError, invalidRequest, methodNotFound, invalidParams, refused } = codes;

const CallId = z
  .union([z.string(), z.number(), z.null()])
  .meta({ id: 'CallId', description: 'The id of the call; null if it could not be read' });

const Envelope = Call.pick({ jsonrpc: true });

/** A call of a method. */
export function callOf(method: string, params: z.ZodType): z.ZodType {
  return Envelope.extend({
    id: CallId.optional().describe('Returned with the answer; a call without an id gets none'),
    method: z.literal(method),
    params,
  });
}

/** The answer to a successful call. */
export function resultOf(result: z.ZodType): z.ZodType {
  return Envelope.extend({ id: CallId, result });
}

export function notificationOf(method: string, params: z.ZodType): z.ZodType {
  return Envelope.extend({ method: z.literal(method), params });
}

/** The answer to a failed call. */
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
        .describe('Not JSON, not a call, unknown method, or invalid parameters'),
    }).meta({ id: 'RpcProtocolError' }),
  ]),
});
