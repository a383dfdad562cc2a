import { write } from '../terminal/write.js';
import type { LsFlags } from './ls-command.js';
import { type ListedSession, SessionTable } from './session-table.js';

/** What is new about a session. */
export interface SessionNews {
  id: string;
  /** Null if it was deleted. */
  session: ListedSession | null;
  /** Whether it still is what was asked for. */
  isListed: boolean;
}

export interface SessionView {
  show(news: readonly SessionNews[]): Promise<void>;
}

export function sessionView({ json, quiet, limit }: LsFlags): SessionView {
  if (json)
    return linesOf(({ id, session }) => JSON.stringify(session?.info ?? { sessionId: id, deleted: true }));
  if (quiet) return linesOf(({ id, isListed }) => (isListed ? id : null));
  return process.stdout.isTTY ? new Screen(limit) : new Rows();
}

function linesOf(line: (news: SessionNews) => string | null): SessionView {
  const lineOf = (news: SessionNews) => line(news) ?? [];
  return {
    show: (news) =>
      write(
        news
          .flatMap(lineOf)
          .map((text) => `${text}\n`)
          .join(''),
      ),
  };
}

/** A row per change. */
class Rows implements SessionView {
  readonly #table = new SessionTable();

  async show(news: readonly SessionNews[]): Promise<void> {
    const sessions = news.flatMap(({ session }) => session ?? []);
    if (sessions.length > 0) await write(this.#table.text(sessions, Date.now()));
    for (const { id, session } of news) if (!session) await write(`${id}  deleted\n`);
  }
}

/** Ages are brought up to date this often. */
const TICK_MS = 1000;
const HOME = '\u001b[H';
const CLEAR_LINE = '\u001b[K';
const CLEAR_REST = '\u001b[J';
const CLEAR_SCREEN = '\u001b[2J';

/** A table that fills the terminal, and stays where it is. */
class Screen implements SessionView {
  readonly #sessions = new Map<string, ListedSession>();
  readonly #limit: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  async show(news: readonly SessionNews[]): Promise<void> {
    for (const { id, session, isListed } of news) {
      if (session && isListed) this.#sessions.set(id, session);
      else this.#sessions.delete(id);
    }
    if (this.#timer === null) {
      await write(CLEAR_SCREEN);
      this.#timer = setInterval(() => void this.#draw(), TICK_MS);
    }
    await this.#draw();
  }

  /** Line by line over the last picture, which would flicker if it was cleared first. */
  async #draw(): Promise<void> {
    const sorted = [...this.#sessions.values()].sort((a, b) => b.info.updatedAt - a.info.updatedAt);
    // The header, the last line, and the one that the cursor is left in.
    const room = Math.max(Math.min(process.stdout.rows - 3, this.#limit), 1);
    const lines = new SessionTable().text(sorted.slice(0, room), Date.now());
    const hidden = sorted.length - room;
    const more = hidden > 0 ? `and ${hidden} more\n` : '';
    await write(`${HOME}${`${lines}${more}`.replaceAll('\n', `${CLEAR_LINE}\n`)}${CLEAR_REST}`);
  }
}
