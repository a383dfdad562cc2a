import { resolve } from 'node:path';
import type { EventLog } from '../log/index.js';
import type { SessionInfo, SessionListResponse, SessionMatch, SessionsQuery } from '../schema/index.js';
import { randomId } from './ids.js';
import { MessageSearch } from './search/message-search.js';
import { decodeCursor, encodeCursor } from './session-cursor.js';
import { byActivity, type Placed } from './session-order.js';
import { nextSlice } from './slices.js';

/** Of one page, whatever limit is requested. */
const MOST_SESSIONS = 1000;
/** How many sessions are looked at before others have their turn. */
const SLICE = 250;
/** Listings that are continued exactly; older ones go on after the activity of their last session. */
const MOST_LISTINGS = 50;

export interface SessionListOptions<P extends Placed> {
  log: Pick<EventLog, 'read'>;
  /** All sessions, newest activity first. The array must not change. */
  sorted(): readonly P[];
  /** False once it was deleted. */
  has(session: P): boolean;
  /** Of a session that was not deleted. */
  info(session: P): SessionInfo;
}

/** The sessions in the order that they had when the first page was asked for. */
interface Listing<P> {
  id: string;
  order: readonly P[];
}

/**
 * The list of sessions in pages. All pages have the order of the first: a session that is active meanwhile is neither
 * left out nor repeated.
 */
export class SessionList<P extends Placed> {
  readonly #options: SessionListOptions<P>;
  /** The latest listings that have further pages. */
  readonly #listings = new Map<string, readonly P[]>();

  constructor(options: SessionListOptions<P>) {
    this.#options = options;
  }

  async page({ limit, cursor, ...filter }: SessionsQuery): Promise<SessionListResponse> {
    const { has, info, log } = this.#options;
    // Pages that are asked for one after another are slices, too.
    await nextSlice();
    const { listing, from } = cursor ? this.#continued(cursor) : { listing: this.#begun(), from: 0 };
    const { order } = listing;
    const most = Math.min(limit ?? MOST_SESSIONS, MOST_SESSIONS);
    const search = filter.search ? new MessageSearch(log, filter.search) : null;
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    const found: P[] = [];
    const texts: SessionMatch[] = [];
    let next = from;
    for (; next < order.length && !search?.isSpent; next++) {
      if ((next - from) % SLICE === SLICE - 1) await nextSlice();
      const session = order[next]!;
      if (!has(session)) continue;
      if (isFiltered) {
        const about = info(session);
        if (!matches(about, filter)) continue;
        const match = search ? await search.find(about) : true;
        if (!match) continue;
        if (found.length < most && typeof match === 'object') texts.push(match);
      }
      if (found.length === most) break;
      found.push(session);
    }
    if (found.length > SLICE) await nextSlice();
    return {
      // As they are now, and not when they were found: watchers may have been told of changes meanwhile.
      sessions: found.filter(has).map(info),
      nextCursor: next < order.length ? this.#cursorAt(listing, next) : null,
      ...(search ? { matches: texts } : {}),
    };
  }

  #begun(): Listing<P> {
    return { id: randomId(8), order: this.#options.sorted() };
  }

  #continued(cursor: string): { listing: Listing<P>; from: number } {
    const [id, index, updatedAt, createdAt, sessionId] = decodeCursor(cursor);
    const order = this.#listings.get(id);
    if (order) return { listing: { id, order }, from: index };
    const listing = this.#begun();
    const last = { id: sessionId, createdAt, updatedAt };
    const following = listing.order.findIndex((session) => byActivity(session, last) > 0);
    return { listing, from: following < 0 ? listing.order.length : following };
  }

  /** A session's time of activity is that of now, which only matters if the listing is forgotten. */
  #cursorAt({ id, order }: Listing<P>, next: number): string {
    // The latest goes last.
    this.#listings.delete(id);
    this.#listings.set(id, order);
    if (this.#listings.size > MOST_LISTINGS) this.#listings.delete(this.#listings.keys().next().value!);
    const last = order[next - 1]!;
    return encodeCursor([id, next, last.updatedAt, last.createdAt, last.id]);
  }
}

function matches(info: SessionInfo, { status, agent, directory }: SessionsQuery): boolean {
  if (status && info.status !== status) return false;
  if (agent && info.agent !== agent) return false;
  return !directory || info.directory === resolve(directory);
}
