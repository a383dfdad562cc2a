import { PendingCalls } from '../kit/pending-calls.js';
import type { NativeOf } from './native.js';

export type ControlResponse = NativeOf<'control_response'>['response'];

/** The CLI responded with an error. */
export class ControlRefusal extends Error {}

/** Our control requests to the CLI. */
export class ControlRequests {
  readonly #write: (line: object) => Promise<void>;
  readonly #calls = new PendingCalls<string>();
  #count = 0;

  constructor(write: (line: object) => Promise<void>) {
    this.#write = write;
  }

  request(
    subtype: string,
    ms: number,
    params: object = {},
    request_id = `req-${++this.#count}`,
  ): Promise<unknown> {
    const line = { type: 'control_request', request_id, request: { subtype, ...params } };
    return this.#calls.add(request_id, { method: subtype, ms }, () => void this.#write(line));
  }

  onResponse({ subtype, request_id, response, error }: ControlResponse): void {
    if (subtype === 'success') this.#calls.resolve(request_id, response, '');
    else this.#calls.reject(request_id, new ControlRefusal(`Claude refused: ${error ?? subtype}`));
  }

  /** Rejects all pending requests, and every later one. */
  close(reason: Error): void {
    this.#calls.close(reason);
  }
}
