import type {
  AgentInfo,
  AgentModeInfo,
  AgentModelsResponse,
  MachineGraph,
  PendingRequests,
  Problem,
  Refusal,
  SessionInfo,
  SessionState,
  StoredAttachment,
  UniversalEvent,
} from '../schema/index.js';
import { GreenroomError } from './error.js';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** What is only asked for over HTTP. */
export class HttpCalls {
  constructor(
    private readonly url: string,
    private readonly token: string | null,
    private readonly fetch: Fetch,
  ) {}

  agents(): Promise<{ agents: AgentInfo[] }> {
    return this.#json('GET', '/v1/agents');
  }

  modes(agent: string): Promise<{ modes: AgentModeInfo[] }> {
    return this.#json('GET', `/v1/agents/${encodeURIComponent(agent)}/modes`);
  }

  models(agent: string): Promise<AgentModelsResponse> {
    return this.#json('GET', `/v1/agents/${encodeURIComponent(agent)}/models`);
  }

  /** It may take minutes. */
  async install(agent: string, options: { reinstall?: boolean } = {}): Promise<void> {
    await this.#ask('POST', `/v1/agents/${encodeURIComponent(agent)}/install`, options);
  }

  session(sessionId: string): Promise<SessionInfo> {
    return this.#json('GET', pathOf(sessionId));
  }

  async deleteSession(sessionId: string): Promise<void> {
    await this.#ask('DELETE', pathOf(sessionId));
  }

  /** A page of events after `offset`, with the native payloads where they are asked for. */
  events(
    sessionId: string,
    options: { offset?: number; limit?: number; includeRaw?: boolean } = {},
  ): Promise<{ events: UniversalEvent[]; hasMore: boolean }> {
    const { offset = 0, limit, includeRaw = false } = options;
    const query = new URLSearchParams({ offset: String(offset), include_raw: String(includeRaw) });
    if (limit !== undefined) query.set('limit', String(limit));
    return this.#json('GET', `${pathOf(sessionId)}/events?${query}`);
  }

  /** The session's machine now, or as it was after event `at`. */
  state(sessionId: string, at?: number): Promise<SessionState> {
    return this.#json('GET', `${pathOf(sessionId)}/state${atQuery(at)}`);
  }

  /** What the session did not take lately, oldest first. */
  refusals(sessionId: string): Promise<{ refusals: Refusal[] }> {
    return this.#json('GET', `${pathOf(sessionId)}/refusals`);
  }

  requests(sessionId: string): Promise<PendingRequests> {
    return this.#json('GET', `${pathOf(sessionId)}/requests`);
  }

  machines(): Promise<{ machines: MachineGraph[] }> {
    return this.#json('GET', '/v1/machines');
  }

  machineGraph(name: string): Promise<MachineGraph> {
    return this.#json('GET', `/v1/machines/${encodeURIComponent(name)}`);
  }

  /** A machine drawn: as SVG, or as Mermaid. */
  async machine(name: string, format: 'svg' | 'mmd'): Promise<string> {
    return (await this.#ask('GET', `/v1/machines/${encodeURIComponent(name)}.${format}`)).text();
  }

  /** The session's machine drawn with its active states, now or as it was after event `at`. */
  async diagram(sessionId: string, at?: number): Promise<string> {
    return (await this.#ask('GET', `${pathOf(sessionId)}/diagram.svg${atQuery(at)}`)).text();
  }

  async transcript(sessionId: string, format: 'md' | 'jsonl'): Promise<string> {
    return (await this.#ask('GET', `${pathOf(sessionId)}/transcript.${format}`)).text();
  }

  /** Gives a file to the daemon, for `attachments` of a message. */
  async upload(sessionId: string, file: Blob, filename: string): Promise<StoredAttachment> {
    const query = new URLSearchParams({ filename });
    const response = await this.#ask('POST', `${pathOf(sessionId)}/attachments?${query}`, file);
    return (await response.json()) as StoredAttachment;
  }

  /** The image that the part of an item names, counted among its `image` parts. */
  async image(sessionId: string, itemId: string, index: number): Promise<Blob> {
    const path = `${pathOf(sessionId)}/items/${encodeURIComponent(itemId)}/images/${index}`;
    return (await this.#ask('GET', path)).blob();
  }

  /** Resolves where the token opens the door. */
  async ready(): Promise<void> {
    await this.#ask('GET', '/v1/ready');
  }

  async #json<T>(method: string, path: string): Promise<T> {
    return (await (await this.#ask(method, path)).json()) as T;
  }

  async #ask(method: string, path: string, body?: unknown): Promise<Response> {
    const headers: Record<string, string> = {};
    if (this.token !== null) headers.authorization = `Bearer ${this.token}`;
    let response: Response;
    try {
      response = await this.fetch(`${this.url}${path}`, {
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

const pathOf = (sessionId: string) => `/v1/sessions/${encodeURIComponent(sessionId)}`;
const atQuery = (at: number | undefined) => (at === undefined ? '' : `?at=${at}`);

async function errorOf(response: Response): Promise<GreenroomError> {
  const text = await response.text();
  try {
    return new GreenroomError(JSON.parse(text) as Problem);
  } catch {
    return GreenroomError.protocol(
      `the answer is no problem of the daemon's: ${response.status} ${text.slice(0, 200)}`,
    );
  }
}
