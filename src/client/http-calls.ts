import type { Problem } from '../schema/index.js';
import { GreenroomError } from './error.js';
import {
  type AnyParts,
  type Body,
  type Json,
  type Parts,
  type Query,
  type RouteOf,
  requestLine,
} from './routes.js';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

type Arguments<R extends RouteOf<'json' | 'empty' | 'text' | 'bytes'>> =
  Record<never, never> extends Parts<R> ? [parts?: Parts<R>] : [parts: Parts<R>];

const INSTALL = 'POST /v1/agents/:agent/install';
const EVENTS = 'GET /v1/sessions/:sessionId/events';

/**
 * The HTTP API. `json`, `text`, `blob` and `empty` call any route by its method and path; the other methods are
 * shorthands for operations that are only available over HTTP.
 */
export class HttpCalls {
  readonly #url: string;
  readonly #token: string | null;
  readonly #fetch: Fetch;

  constructor(url: string, token: string | null, fetch: Fetch) {
    this.#url = url;
    this.#token = token;
    this.#fetch = fetch;
  }

  async json<R extends RouteOf<'json'>>(route: R, ...[parts]: Arguments<R>): Promise<Json<R>> {
    return (await (await this.#request(route, parts)).json()) as Json<R>;
  }

  async text<R extends RouteOf<'text'>>(route: R, ...[parts]: Arguments<R>): Promise<string> {
    return (await this.#request(route, parts)).text();
  }

  async blob<R extends RouteOf<'bytes'>>(route: R, ...[parts]: Arguments<R>): Promise<Blob> {
    return (await this.#request(route, parts)).blob();
  }

  async empty<R extends RouteOf<'empty'>>(route: R, ...[parts]: Arguments<R>): Promise<void> {
    await this.#request(route, parts);
  }

  agents() {
    return this.json('GET /v1/agents');
  }

  modes(agent: string) {
    return this.json('GET /v1/agents/:agent/modes', { path: { agent } });
  }

  models(agent: string) {
    return this.json('GET /v1/agents/:agent/models', { path: { agent } });
  }

  /** May take minutes. */
  install(agent: string, body: Body<typeof INSTALL> = {}) {
    return this.empty(INSTALL, { path: { agent }, body });
  }

  session(sessionId: string) {
    return this.json('GET /v1/sessions/:sessionId', { path: { sessionId } });
  }

  deleteSession(sessionId: string) {
    return this.empty('DELETE /v1/sessions/:sessionId', { path: { sessionId } });
  }

  /** A page of events after `offset`, with native payloads on request. */
  events(sessionId: string, query: Query<typeof EVENTS> = {}) {
    return this.json(EVENTS, { path: { sessionId }, query });
  }

  /** The state of the session's machine, now or after event `at`. */
  state(sessionId: string, at?: number) {
    return this.json('GET /v1/sessions/:sessionId/state', { path: { sessionId }, query: { at } });
  }

  /** The latest commands and drafts that the session refused, oldest first. */
  refusals(sessionId: string) {
    return this.json('GET /v1/sessions/:sessionId/refusals', { path: { sessionId } });
  }

  requests(sessionId: string) {
    return this.json('GET /v1/sessions/:sessionId/requests', { path: { sessionId } });
  }

  machines() {
    return this.json('GET /v1/machines');
  }

  machineGraph(name: string) {
    return this.json('GET /v1/machines/:name', { path: { name } });
  }

  /** A machine as SVG or as Mermaid. */
  machine(name: string, format: 'svg' | 'mmd') {
    return this.text(`GET /v1/machines/:name.${format}`, { path: { name } });
  }

  /** The session's machine as a diagram with its active states, now or after event `at`. */
  diagram(sessionId: string, at?: number) {
    return this.text('GET /v1/sessions/:sessionId/diagram.svg', { path: { sessionId }, query: { at } });
  }

  transcript(sessionId: string, format: 'md' | 'jsonl') {
    return this.text(`GET /v1/sessions/:sessionId/transcript.${format}`, { path: { sessionId } });
  }

  /** Uploads a file, for use in the `attachments` of a message. */
  upload(sessionId: string, file: Blob, filename: string) {
    return this.json('POST /v1/sessions/:sessionId/attachments', {
      path: { sessionId },
      query: { filename },
      body: file,
    });
  }

  /** An image of an item, by its index among the item's `image` parts. */
  image(sessionId: string, itemId: string, index: number) {
    return this.blob('GET /v1/sessions/:sessionId/items/:itemId/images/:index', {
      path: { sessionId, itemId, index },
    });
  }

  /** Resolves if the daemon is ready and accepts the token. */
  async ready(): Promise<void> {
    await this.json('GET /v1/ready');
  }

  async #request(
    route: RouteOf<'json' | 'empty' | 'text' | 'bytes'>,
    parts: AnyParts = {},
  ): Promise<Response> {
    const [method, path] = requestLine(route, parts);
    const { body } = parts;
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(parts.headers ?? {}))
      if (value != null) headers[name] = String(value);
    if (this.#token !== null) headers.authorization = `Bearer ${this.#token}`;
    let response: Response;
    try {
      response = await this.#fetch(`${this.#url}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
      });
    } catch (error) {
      throw GreenroomError.disconnected(`the daemon cannot be reached: ${String(error)}`);
    }
    if (response.ok) return response;
    throw await errorOf(response);
  }
}

async function errorOf(response: Response): Promise<GreenroomError> {
  const text = await response.text();
  try {
    return new GreenroomError(JSON.parse(text) as Problem);
  } catch {
    return GreenroomError.protocol(`unexpected response: ${response.status} ${text.slice(0, 200)}`);
  }
}
