import { describe, expect, it, vi } from 'vitest';
import type { Batch } from '../../src/log/index.js';
import { ProblemError, type SessionInfo, type SessionsQuery } from '../../src/schema/index.js';
import { SessionList } from '../../src/sessions/session-list.js';
import { byActivity } from '../../src/sessions/session-order.js';
import { SessionRig } from './session-rig.js';

const blank = new SessionRig().session.info();

type Fake = { id: string; createdAt: number; updatedAt: number; info: SessionInfo };

/** Sessions `s0` (the newest) to the oldest. */
function rig(count: number, about: (index: number) => Partial<SessionInfo> = () => ({})) {
  const texts = new Map<string, string[]>();
  const read = vi.fn(async (sessionId: string, after: number): Promise<Batch[]> => {
    const events = (texts.get(sessionId) ?? []).slice(after);
    const raws = events.map(() => null);
    return events.length === 0
      ? []
      : [{ sessionId, first: after + 1, last: after + events.length, events, raws, states: [] }];
  });
  const all = new Map<string, Fake>();
  const infos: string[] = [];
  for (let index = 0; index < count; index++) {
    const id = `s${index}`;
    const info = { ...blank, sessionId: id, ...about(index) };
    all.set(id, { id, createdAt: 0, updatedAt: 10_000 - index, info });
  }
  const create = () =>
    new SessionList<Fake>({
      log: { read },
      sorted: () => [...all.values()].sort(byActivity),
      has: ({ id }) => all.has(id),
      info: ({ id }) => {
        infos.push(id);
        return all.get(id)!.info;
      },
    });
  let list = create();
  const ids = async (query: SessionsQuery) => {
    const { sessions, nextCursor } = await list.page(query);
    return [sessions.map(({ sessionId }) => sessionId), nextCursor] as const;
  };
  return {
    all,
    infos,
    texts,
    read,
    ids,
    touch: (id: string) => Object.assign(all.get(id)!, { updatedAt: 20_000 }),
    restart: () => {
      list = create();
    },
    /** Page by page, with `between` after each. */
    walk: async (query: SessionsQuery, between: () => void = () => {}) => {
      const pages: string[][] = [];
      for (let cursor: string | null | undefined; cursor !== null; between()) {
        const [page, next] = await ids({ ...query, ...(cursor ? { cursor } : {}) });
        pages.push([...page]);
        cursor = next;
      }
      return pages;
    },
  };
}

const item = (kind: string, text: string) =>
  JSON.stringify({ type: 'item.completed', data: { item: { kind, content: [{ type: 'text', text }] } } });

describe('pages', () => {
  it('hold at most 1,000 sessions, and the last one has no cursor', async () => {
    const { walk } = rig(2001);
    const pages = await walk({});
    expect(pages.map(({ length }) => length)).toEqual([1000, 1000, 1]);
    expect(pages.flat()).toEqual(Array.from({ length: 2001 }, (_, index) => `s${index}`));
  });

  it('hold the requested number, and never more than 1,000', async () => {
    const { walk } = rig(1002);
    expect((await walk({ limit: 501 })).map(({ length }) => length)).toEqual([501, 501]);
    expect((await walk({ limit: 5000 })).map(({ length }) => length)).toEqual([1000, 2]);
  });

  it('neither leave out nor repeat sessions that are active meanwhile', async () => {
    const { walk, touch } = rig(6);
    const moved = ['s0', 's5', 's3'];
    const pages = await walk({ limit: 2 }, () => touch(moved.shift()!));
    expect(pages).toEqual([
      ['s0', 's1'],
      ['s2', 's3'],
      ['s4', 's5'],
    ]);
  });

  it('leave out what was deleted meanwhile', async () => {
    const { walk, all } = rig(6);
    const pages = await walk({ limit: 3 }, () => all.delete('s4'));
    expect(pages).toEqual([
      ['s0', 's1', 's2'],
      ['s3', 's5'],
    ]);
  });

  it('go on after a restart, even if the last session of the page was deleted', async () => {
    const { ids, all, restart } = rig(5);
    const [, cursor] = await ids({ limit: 3 });
    restart();
    all.delete('s2');
    expect(await ids({ cursor: cursor! })).toEqual([['s3', 's4'], null]);
  });

  it('need the infos of their own sessions only', async () => {
    const { ids, infos } = rig(20);
    await ids({ limit: 10 });
    expect(infos).toEqual(Array.from({ length: 10 }, (_, index) => `s${index}`));
  });

  it('are each made in a turn of the event loop of their own', async () => {
    const { ids, infos } = rig(2);
    const seen: number[] = [];
    const pages = ids({}).then(() => ids({}));
    for (let isDone = false; !isDone; ) {
      await new Promise(setImmediate);
      seen.push(infos.length);
      isDone = infos.length === 4;
    }
    await pages;
    expect(seen).toContain(2);
  });

  it('refuse a cursor that is none', async () => {
    const { ids } = rig(1);
    for (const cursor of ['x', Buffer.from('[1]').toString('base64url')]) {
      await expect(ids({ cursor })).rejects.toThrow(ProblemError);
    }
  });
});

describe('filters', () => {
  it('select by status, agent and directory', async () => {
    const { ids } = rig(6, (index) => ({
      status: index % 2 ? 'ended' : 'idle',
      agent: index < 3 ? 'mock' : 'codex',
      directory: index === 2 ? '/elsewhere' : '/here',
    }));
    expect(await ids({ status: 'ended' })).toEqual([['s1', 's3', 's5'], null]);
    expect(await ids({ status: 'idle', agent: 'mock' })).toEqual([['s0', 's2'], null]);
    expect(await ids({ agent: 'mock', directory: '/here/../here/' })).toEqual([['s0', 's1'], null]);
  });

  it('give full pages, and no cursor if nothing else matches', async () => {
    const { walk } = rig(2000, (index) => ({ status: index % 100 ? 'idle' : 'waiting' }));
    const pages = await walk({ status: 'waiting', limit: 10 });
    expect(pages.map(({ length }) => length)).toEqual([10, 10]);
  });
});

describe('a search', () => {
  it('finds titles without reading the log', async () => {
    const { ids, read } = rig(3, (index) => ({ title: index === 1 ? 'Fix the PARSER' : null }));
    expect(await ids({ search: 'parser' })).toEqual([['s1'], null]);
    expect(read).not.toHaveBeenCalled();
  });

  it('finds text of messages, and of nothing else', async () => {
    const { ids, texts } = rig(4, () => ({ lastSequence: 2 }));
    texts.set('s0', [item('tool_call', 'say "Ünique"'), item('message', 'content')]);
    texts.set('s1', [item('message', 'other'), item('message', 'say "Ünique"\n')]);
    texts.set('s2', [item('message', 'nothing'), item('message', 'at all')]);
    expect(await ids({ search: 'say "ünique"' })).toEqual([['s1'], null]);
    expect(await ids({ search: 'content' })).toEqual([['s0'], null]);
  });

  it('gives a short page when it has searched enough, and goes on from there', async () => {
    const { walk, texts } = rig(4, () => ({ lastSequence: 1 }));
    const long = item('message', 'x'.repeat(33 * 1024 * 1024));
    texts.set('s0', [long]);
    texts.set('s1', [item('message', 'wanted')]);
    texts.set('s2', [long]);
    texts.set('s3', [item('message', 'wanted')]);
    expect(await walk({ search: 'wanted' })).toEqual([[], ['s1'], ['s3']]);
  });
});
