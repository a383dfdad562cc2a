import type { RpcMessage } from '../kit/json-rpc.js';

/** The message in a line; null if there is none. `json`: the line's value, if it is known already. */
export function messageIn(line: string, json: unknown): RpcMessage | null {
  try {
    const value = json === undefined ? JSON.parse(line) : json;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as RpcMessage)
      : null;
  } catch {
    return null;
  }
}
