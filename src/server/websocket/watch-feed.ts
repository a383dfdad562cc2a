import type { SessionHost } from '../../sessions/index.js';
import type { SessionChanges } from '../session-changes.js';
import { notificationText } from './jsonrpc.js';

type News = 'opened' | 'changed' | 'ended' | 'deleted';

export interface WatchFeedOptions {
  host: SessionHost;
  changes: SessionChanges;
  send(text: string): void;
  /** Null if there is room; resolves when there may be, or the client is gone. */
  room(): Promise<void> | null;
}

/**
 * Tells a client about all sessions. While the client does not read, only which sessions have news is kept; it is told
 * their state of then when it reads again.
 */
export class WatchFeed {
  readonly #options: WatchFeedOptions;
  /** Unsent news, per session and in order. */
  readonly #untold = new Map<string, readonly News[]>();
  readonly #unfollow: () => void;
  #isTelling = false;

  constructor(options: WatchFeedOptions) {
    this.#options = options;
    const { host, changes } = options;
    const opened = ({ sessionId }: { sessionId: string }) => this.#add(sessionId, 'opened');
    const closed = ({ sessionId, reason }: { sessionId: string; reason: 'ended' | 'deleted' }) =>
      this.#add(sessionId, reason);
    host.on('opened', opened).on('closed', closed);
    const unfollow = changes.follow(({ sessionId }) => this.#add(sessionId, 'changed'));
    this.#unfollow = () => {
      host.off('opened', opened).off('closed', closed);
      unfollow();
    };
  }

  close(): void {
    this.#unfollow();
    this.#untold.clear();
  }

  #add(sessionId: string, news: News): void {
    const all = withNews(this.#untold.get(sessionId) ?? [], news);
    if (all.length === 0) this.#untold.delete(sessionId);
    else this.#untold.set(sessionId, all);
    if (!this.#isTelling) void this.#tell();
  }

  /** Tells at once if there is room. */
  async #tell(): Promise<void> {
    this.#isTelling = true;
    for (let next = this.#next(); next; next = this.#next()) {
      const wait = this.#options.room();
      if (wait) {
        await wait;
        continue;
      }
      const [sessionId, untold] = next;
      this.#untold.delete(sessionId);
      for (const news of untold) this.#options.send(this.#textOf(sessionId, news));
    }
    this.#isTelling = false;
  }

  #next(): [string, readonly News[]] | undefined {
    return this.#untold.entries().next().value;
  }

  #textOf(sessionId: string, news: News): string {
    if (news === 'ended' || news === 'deleted') {
      return notificationText('session/closed', { sessionId, reason: news });
    }
    return notificationText(`session/${news}`, { session: this.#options.host.info(sessionId) });
  }
}

/** Adds news of a session to those that are untold; what is outdated by it is left out. */
function withNews(untold: readonly News[], news: News): readonly News[] {
  // A session that was never announced needs no end; for any other, the end is all that matters.
  if (news === 'deleted') return untold[0] === 'opened' ? [] : ['deleted'];
  const isTold = news === 'changed' && ['opened', 'changed'].includes(untold.at(-1) ?? '');
  return isTold ? untold : [...untold, news];
}
