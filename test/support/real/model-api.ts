import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ReportedUsage } from '../../../src/schema/index.js';
import type { Ending, Moment, Reply, Scripts } from './script.js';

/** A provider's API with a scripted model. */
export interface ModelApi {
  serve(path: string, scripts: Scripts): Promise<ScriptedApi>;
  /** The tokens that a response spends. */
  usage: ReportedUsage;
  /** How this provider refuses a request. */
  failures: Record<'unauthorized' | 'limited' | 'overloaded', Reply>;
}

export interface ScriptedApi {
  /** Path of the socket it listens on. */
  path: string;
  /** Destroys the held responses to a prompt. Call it after their first delta has arrived, or that is lost too. */
  cut(about: string): void;
  stop(): Promise<void>;
}

export interface ApiRequest {
  url: string;
  body: string;
  res: ServerResponse;
}

/** Serves a model API on a socket. `answer` returns null for requests without a script. */
export async function serveApi(
  path: string,
  answer: (request: ApiRequest) => Moment | null,
): Promise<ScriptedApi> {
  const open = new Map<ServerResponse, string>();
  const server = createServer(async (request, res) => {
    const moment = answer({ url: request.url ?? '', body: await textOf(request), res });
    if (moment === null || res.writableEnded) return;
    open.set(res, moment.about);
    res.on('close', () => open.delete(res));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    path,
    cut(about) {
      for (const [res, held] of open) if (held === about) res.destroy();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(path, { force: true });
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Writes server-sent events. */
export class Sse {
  readonly #res: ServerResponse;

  constructor(res: ServerResponse) {
    this.#res = res;
    res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  }

  send(type: string, data: object): void {
    this.#res.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  }

  /** An event without a type. */
  data(text: string): void {
    this.#res.write(`data: ${text}\n\n`);
  }

  end(ending: Ending): void {
    if (ending === 'whole') this.#res.end();
  }
}

export function sendJson(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
