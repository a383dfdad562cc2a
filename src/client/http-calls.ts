import type { LongValueRef, Problem } from '../schema/index.js';
import type { Abortable } from './abort.js';
import type { Addresses } from './addresses.js';
import { GreenroomError } from './error.js';
import { type AnyParts, type Json, type Parts, type RouteOf, requestLine } from './routes.js';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

type Arguments<R extends RouteOf<'json' | 'empty' | 'text' | 'bytes'>> =
  Record<never, never> extends Parts<R>
    ? [parts?: Parts<R>, options?: Abortable]
    : [parts: Parts<R>, options?: Abortable];

/** The whole HTTP API, typed: any route by its method and path. */
export class HttpCalls {
  readonly #addresses: Addresses;
  readonly #token: string | null;
  readonly #fetch: Fetch;
  readonly #underWay = new Set<AbortController>();

  constructor(addresses: Addresses, token: string | null, fetch: Fetch) {
    this.#addresses = addresses;
    this.#token = token;
    this.#fetch = fetch;
  }

  json<R extends RouteOf<'json'>>(route: R, ...[parts, options]: Arguments<R>): Promise<Json<R>> {
    return this.#call(route, parts, options, (response) => response.json() as Promise<Json<R>>);
  }

  text<R extends RouteOf<'text'>>(route: R, ...[parts, options]: Arguments<R>): Promise<string> {
    return this.#call(route, parts, options, (response) => response.text());
  }

  blob<R extends RouteOf<'bytes'>>(route: R, ...[parts, options]: Arguments<R>): Promise<Blob> {
    return this.#call(route, parts, options, (response) => response.blob());
  }

  /** The answer as it arrives, for what may be long. A signal ends the wait for its beginning. */
  stream<R extends RouteOf<'bytes' | 'text'>>(
    route: R,
    ...[parts, options]: Arguments<R>
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#call(route, parts, options, async ({ body }) => body ?? new Blob([]).stream());
  }

  empty<R extends RouteOf<'empty'>>(route: R, ...[parts, options]: Arguments<R>): Promise<void> {
    return this.#call(route, parts, options, async (response) => void (await response.arrayBuffer()));
  }

  /** A value that was too long for its event, by the reference in its place. */
  value({ href }: LongValueRef, options: Abortable = {}): Promise<unknown> {
    return this.#request('GET', href, {}, options, (response) => response.json());
  }

  /** Gives up all requests that are under way. */
  abandon(reason: string): void {
    for (const each of this.#underWay) each.abort(GreenroomError.disconnected(reason));
  }

  #call<T>(
    route: RouteOf<'json' | 'empty' | 'text' | 'bytes'>,
    parts: AnyParts = {},
    options: Abortable = {},
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const [method, path] = requestLine(route, parts);
    return this.#request(method, path, parts, options, read);
  }

  async #request<T>(
    method: string,
    path: string,
    { body, headers: given = {} }: AnyParts,
    { signal }: Abortable,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(given)) if (value != null) headers[name] = String(value);
    if (this.#token !== null) headers.authorization = `Bearer ${this.#token}`;
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#underWay.add(controller);
    const url = this.#addresses.http;
    try {
      const response = await this.#fetch(`${url}${path}`, {
        method,
        headers,
        signal: controller.signal,
        ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
      });
      if (!response.ok) throw await errorOf(response);
      return await read(response);
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason;
      if (error instanceof GreenroomError) throw error;
      const detail = `${url} cannot be reached: ${causeOf(error)}`;
      throw GreenroomError.disconnected(detail, { cause: error });
    } finally {
      this.#underWay.delete(controller);
      signal?.removeEventListener('abort', abort);
    }
  }
}

/** Node hides what went wrong behind “fetch failed”. */
function causeOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}

async function errorOf(response: Response): Promise<GreenroomError> {
  const text = await response.text();
  try {
    return new GreenroomError(JSON.parse(text) as Problem);
  } catch {
    return GreenroomError.protocol(`unexpected response: ${response.status} ${text.slice(0, 200)}`);
  }
}
