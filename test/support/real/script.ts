import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * Where a scripted model is asked. All of it is read from the request: the tag in the latest prompt that has one picks
 * the script, the tool results since then the step. So retries, resumed sessions and many at once need no care.
 */
export interface Moment {
  /** `name` of `[[name what follows]]`. */
  tag: string;
  /** What follows. */
  about: string;
  /** What the tools gave since. */
  results: string[];
  /** All of the request. */
  body: string;
}

export type Script<Reply> = (moment: Moment) => Reply;
export type Scripts<Reply> = Record<string, Script<Reply>>;

/** A reply for each step; the last is for all later ones too. */
export function steps<Reply>(...replies: (Reply | Script<Reply>)[]): Script<Reply> {
  return (moment) => {
    const reply = replies[Math.min(moment.results.length, replies.length - 1)]!;
    return typeof reply === 'function' ? (reply as Script<Reply>)(moment) : reply;
  };
}

/** What a request says, in order: prompts and tool results. */
export type Said = { prompt: string } | { result: string };

export function momentOf(said: readonly Said[], body: string): Moment {
  let moment: Moment = { tag: 'untagged', about: '', results: [], body };
  for (const what of said) {
    const tag =
      'prompt' in what ? [...what.prompt.matchAll(/\[\[([\w-]+) ?([^\]]*)\]\]/g)].at(-1) : undefined;
    if (tag) moment = { tag: tag[1]!, about: tag[2]!, results: [], body };
    if ('result' in what) moment.results.push(what.result);
  }
  return moment;
}

/** How an answer ends: as it should, or not before the client has gone or the test cuts it. */
export type Ending = 'whole' | 'held';

export interface ScriptedApi {
  /** The socket that it listens on. */
  path: string;
  /** What it was asked, in order. */
  moments: Moment[];
  /** Cuts the answers that are held: when somebody has seen their beginning, which would else be lost with the rest. */
  cut(): void;
  stop(): Promise<void>;
}

/** A model API on a socket: one path that is answered by scripts, and others. */
export async function scriptedApi(
  path: string,
  answer: (request: { url: string; body: string; res: ServerResponse }) => Moment | null,
): Promise<ScriptedApi> {
  const moments: Moment[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer(async (request, res) => {
    open.add(res);
    res.on('close', () => open.delete(res));
    const body = await textOf(request);
    const moment = answer({ url: request.url ?? '', body, res });
    if (moment) moments.push(moment);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    path,
    moments,
    cut() {
      for (const res of open) res.destroy();
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
  constructor(private readonly res: ServerResponse) {
    res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  }

  send(type: string, data: object): void {
    this.res.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  }

  /** One that has no type. */
  data(text: string): void {
    this.res.write(`data: ${text}\n\n`);
  }

  end(ending: Ending): void {
    if (ending === 'whole') this.res.end();
  }
}

export function sendJson(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A text in pieces, as a model streams it. */
export function pieces(text: string, size = 12): string[] {
  return text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? [];
}
