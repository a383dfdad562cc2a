import { type CallOptions, PendingCalls } from './pending-calls.js';

export type RequestId = string | number;

/** The envelope of a JSON-RPC message. */
export interface RpcMessage {
  jsonrpc?: string;
  id?: RequestId;
  method?: unknown;
  params?: unknown;
  result?: unknown;
  error?: unknown;
}

/** An error response. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly method: string;
  readonly code: number;
  readonly data: unknown;

  constructor(method: string, { code = 0, message = 'no reason given', data }: RpcErrorBody) {
    super(message);
    this.method = method;
    this.code = code;
    this.data = data;
  }
}

export interface RpcErrorBody {
  code?: number;
  message?: string;
  data?: unknown;
}

export interface JsonRpcOptions {
  write(line: string): Promise<void>;
  /** Default timeout of a request. */
  ms: number;
  /** Whether messages carry `"jsonrpc": "2.0"`; some agents omit it. */
  versioned?: boolean;
}

export type RequestOptions = Partial<Pick<CallOptions, 'ms' | 'onResult'>>;

const METHOD_NOT_FOUND = -32601;

/** Our end of JSON-RPC 2.0 with one process, one message per line. The owner reads the lines. */
export class JsonRpcPeer {
  readonly #options: JsonRpcOptions;
  readonly #calls = new PendingCalls<RequestId>();
  #lastId = 0;

  constructor(options: JsonRpcOptions) {
    this.#options = options;
  }

  request(method: string, params: unknown, options: RequestOptions = {}): Promise<unknown> {
    const { ms = this.#options.ms, onResult } = options;
    const id = ++this.#lastId;
    return this.#calls.add(id, { method, ms, onResult }, () => void this.#send({ id, method, params }));
  }

  notify(method: string, params?: unknown): void {
    void this.#send({ method, ...(params === undefined ? {} : { params }) });
  }

  /** Responds to a request of the other side. */
  answer(id: RequestId, result: unknown): Promise<void> {
    return this.#send({ id, result });
  }

  refuse(id: RequestId, message: string, code = METHOD_NOT_FOUND): Promise<void> {
    return this.#send({ id, error: { code, message } });
  }

  /** The method of one of our requests that is not answered yet. */
  methodOf(id: RequestId): string | null {
    return this.#calls.methodOf(id);
  }

  /** Handles the response to one of our requests. */
  onAnswer({ id, result, error }: RpcMessage, text: string): void {
    if (id === undefined) return;
    const method = this.#calls.methodOf(id);
    if (method === null) return;
    if (error === undefined) this.#calls.resolve(id, result, text);
    else this.#calls.reject(id, new RpcError(method, error as RpcErrorBody));
  }

  /** Rejects all pending requests, and every later one. */
  close(reason: Error): void {
    this.#calls.close(reason);
  }

  #send(message: RpcMessage): Promise<void> {
    return this.#options.write(
      JSON.stringify(this.#options.versioned ? { jsonrpc: '2.0', ...message } : message),
    );
  }
}
