import { DeadlineError } from '../kit/pending-calls.js';

/** The server answered with an error. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  /** The server's own name for the error, where it has one. */
  readonly kind: string | undefined;

  constructor(status: number, kind: string | undefined, message: string) {
    super(message);
    this.status = status;
    this.kind = kind;
  }
}

export interface HttpOptions {
  base: string;
  password: string;
  /** How long an answer may take. */
  ms: number;
}

export interface CallOptions {
  /** The server keeps the sessions of each folder apart. */
  directory?: string | undefined;
  body?: unknown;
  ms?: number | undefined;
}

/** The user name for basic authentication. */
export const USER = 'opencode';

export type Method = 'GET' | 'POST' | 'PATCH';

/** A client of the server's HTTP API: JSON in, JSON out. */
export class Http {
  readonly #options: HttpOptions;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(options: HttpOptions) {
    this.#options = options;
    const authorization = `Basic ${Buffer.from(`${USER}:${options.password}`).toString('base64')}`;
    // A later server may listen on the same port: a pooled connection to its predecessor would be dead.
    this.#headers = { authorization, connection: 'close' };
  }

  async call(method: Method, path: string, options: CallOptions = {}): Promise<unknown> {
    const { directory, body, ms = this.#options.ms } = options;
    const url = new URL(path, this.#options.base);
    if (directory !== undefined) url.searchParams.set('directory', directory);
    try {
      const response = await fetch(url, {
        method,
        headers: {
          ...this.#headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ms),
      });
      return await answerOf(response, `${method} ${path}`);
    } catch (error) {
      if (isTimeout(error)) throw new DeadlineError(`${method} ${path}`, ms);
      throw error;
    }
  }

  /** Opens a stream of events, which only the `signal` ends. */
  async stream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const headers = { ...this.#headers, accept: 'text/event-stream' };
    const response = await fetch(new URL(path, this.#options.base), { headers, signal });
    if (response.ok && response.body !== null && typeOf(response) === 'text/event-stream')
      return response.body;
    await response.body?.cancel();
    throw new HttpError(response.status, undefined, `${path} gave no events but ${typeOf(response)}`);
  }
}

async function answerOf(response: Response, what: string): Promise<unknown> {
  const text = await response.text();
  const isJson = typeOf(response) === 'application/json';
  if (!response.ok) throw refusalOf(response.status, isJson ? text : '', what);
  if (text === '') return null;
  // The server answers unknown paths with the page of its web interface, and 200.
  if (!isJson)
    throw new HttpError(response.status, undefined, `${what} gave no JSON but ${typeOf(response)}`);
  return JSON.parse(text);
}

function refusalOf(status: number, text: string, what: string): HttpError {
  let body: { name?: unknown; _tag?: unknown; message?: unknown; data?: { message?: unknown } } | null = null;
  try {
    body = JSON.parse(text);
  } catch {
    // The status alone has to do.
  }
  const message = body?.data?.message ?? body?.message;
  const kind = body?.name ?? body?._tag;
  return new HttpError(
    status,
    typeof kind === 'string' ? kind : undefined,
    typeof message === 'string' ? message : `${what} was refused with ${status}`,
  );
}

function typeOf(response: Response): string {
  return response.headers.get('content-type')?.split(';')[0]?.trim() ?? 'nothing';
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
