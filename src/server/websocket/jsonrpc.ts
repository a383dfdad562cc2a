import { z } from 'zod';
import type { Problem } from '../../schema/index.js';
import { DEFERRED, JsonText } from '../handlers/handler.js';

/** JSON-RPC 2.0, one message per frame. */
export const Call = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  params: z.unknown().optional(),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
});
export type Call = z.infer<typeof Call>;
export type CallId = string | number | null;

export const RpcErrorObject = z
  .object({ code: z.int(), message: z.string(), data: z.unknown().optional() })
  .meta({ id: 'RpcError' });

export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  /** Refused by a session or the daemon: `data` is the problem. */
  refused: -32000,
} as const;

export function resultText(id: CallId, result: unknown): string {
  if (result instanceof JsonText) {
    return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result.text}}`;
  }
  return JSON.stringify({ jsonrpc: '2.0', id, result: result === DEFERRED ? null : (result ?? null) });
}

export function errorText(id: CallId, code: number, message: string, data?: unknown): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: { code, message, ...(data === undefined ? {} : { data }) },
  });
}

export function refusalText(id: CallId, problem: Problem): string {
  return errorText(id, codes.refused, problem.detail, problem);
}

export function notificationText(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}
