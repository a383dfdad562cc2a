/** The server said no. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    /** What the server calls the error, where it does. */
    readonly kind: string | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** The server said nothing, for too long. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor(what: string, ms: number) {
    super(`${what} was not answered within ${ms} ms`);
  }
}

export interface HttpOptions {
  base: string;
  password: string;
  /** How long an answer may take. */
  ms: number;
}

export interface CallOptions {
  /** The folder whose sessions are meant: the server keeps those of each apart. */
  directory?: string;
  body?: unknown;
  ms?: number;
}

/** Who we are to the server. */
export const USER = 'opencode';

type Method = 'GET' | 'POST' | 'PATCH';

/** Calls of the server's HTTP interface: JSON in, JSON out. */
export class Http {
  readonly #options: HttpOptions;
  readonly #authorization: string;

  constructor(options: HttpOptions) {
    this.#options = options;
    this.#authorization = `Basic ${Buffer.from(`${USER}:${options.password}`).toString('base64')}`;
  }

  async call(method: Method, path: string, options: CallOptions = {}): Promise<unknown> {
    const { directory, body, ms = this.#options.ms } = options;
    const url = new URL(path, this.#options.base);
    if (directory !== undefined) url.searchParams.set('directory', directory);
    try {
      const response = await fetch(url, {
        method,
        headers: {
          authorization: this.#authorization,
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

  /** Opens a stream of events; without an end to it but the `signal`. */
  async stream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const headers = { authorization: this.#authorization, accept: 'text/event-stream' };
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
  // What the server does not know it answers with the page of its web interface, and 200.
  if (!isJson)
    throw new HttpError(response.status, undefined, `${what} gave no JSON but ${typeOf(response)}`);
  return JSON.parse(text);
}

function refusalOf(status: number, text: string, what: string): HttpError {
  let said: { name?: unknown; _tag?: unknown; message?: unknown; data?: { message?: unknown } } | null = null;
  try {
    said = JSON.parse(text);
  } catch {
    // It says no more than its number.
  }
  const message = said?.data?.message ?? said?.message;
  const kind = said?.name ?? said?._tag;
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
