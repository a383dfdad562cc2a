import { describe, expect, it } from 'vitest';
import { AgentSlots, type Slot } from '../../src/sessions/agent-slots.js';

/** Agents of one daemon by name, and what happened to them. */
class Agents {
  readonly slots: AgentSlots;
  readonly happened: string[] = [];
  /** Since when agents have been idle; others are busy. */
  readonly idle: Record<string, number> = {};
  readonly #taken = new Map<string, Slot>();

  constructor(limit: number) {
    this.slots = new AgentSlots(limit);
  }

  take(...names: string[]): void {
    for (const name of names) {
      const slot = this.slots.take({
        onAdmitted: () => this.happened.push(`${name} runs`),
        idleSince: () => this.idle[name] ?? null,
        yield: () => this.happened.push(`${name} yields`),
      });
      this.#taken.set(name, slot);
    }
  }

  free(name: string): void {
    this.#taken.get(name)!.free();
  }

  /** The events since the last call. */
  async news(): Promise<string[]> {
    await null;
    return this.happened.splice(0);
  }
}

describe('agents beyond the limit', () => {
  it('wait for those that run, first come first served', async () => {
    const agents = new Agents(2);
    agents.take('a', 'b', 'c', 'd');
    expect(await agents.news()).toEqual(['a runs', 'b runs']);
    expect(agents.slots.counts).toEqual({ running: 2, waiting: 2 });
    agents.free('b');
    expect(await agents.news()).toEqual(['c runs']);
    agents.free('a');
    agents.free('c');
    expect(await agents.news()).toEqual(['d runs']);
    expect(agents.slots.counts).toEqual({ running: 1, waiting: 0 });
  });

  it('can leave, and do not run then', async () => {
    const agents = new Agents(1);
    agents.take('a', 'b', 'c');
    agents.free('b');
    expect(agents.slots.counts).toEqual({ running: 1, waiting: 1 });
    agents.free('a');
    expect(await agents.news()).toEqual(['a runs', 'c runs']);
  });

  it('are admitted at once where there is room, so that their start can be waited for', () => {
    const agents = new Agents(1);
    agents.take('a');
    expect(agents.happened).toEqual(['a runs']);
  });

  it('free their slot once, however often it is said', async () => {
    const agents = new Agents(1);
    agents.take('a', 'b', 'c');
    agents.free('a');
    agents.free('a');
    expect(await agents.news()).toEqual(['a runs', 'b runs']);
  });
});

describe('an idle agent', () => {
  it('keeps its slot while nobody waits', async () => {
    const agents = new Agents(2);
    agents.idle.a = 1;
    agents.take('a', 'b');
    agents.slots.review();
    expect(await agents.news()).toEqual(['a runs', 'b runs']);
  });

  it('yields to one that waits, the longest idle first', async () => {
    const agents = new Agents(3);
    Object.assign(agents.idle, { a: 30, b: 10, c: 20 });
    agents.take('a', 'b', 'c', 'd');
    expect((await agents.news()).slice(3)).toEqual(['b yields']);
    agents.take('e');
    expect(await agents.news()).toEqual(['c yields']);
    agents.free('b');
    agents.free('c');
    expect(await agents.news()).toEqual(['d runs', 'e runs']);
  });

  it('yields as soon as it is idle, where all were busy', async () => {
    const agents = new Agents(2);
    agents.take('a', 'b', 'c');
    expect(await agents.news()).toEqual(['a runs', 'b runs']);
    agents.idle.b = 1;
    agents.slots.review();
    agents.slots.review();
    expect(await agents.news()).toEqual(['b yields']);
  });

  it('yields once, and no more of them than wait', async () => {
    const agents = new Agents(2);
    Object.assign(agents.idle, { a: 1, b: 2 });
    agents.take('a', 'b', 'c');
    expect((await agents.news()).slice(2)).toEqual(['a yields']);
    agents.slots.review();
    expect(await agents.news()).toEqual([]);
  });

  it('need not yield if the one that waits has left in the same tick', async () => {
    const agents = new Agents(1);
    agents.idle.a = 1;
    agents.take('a', 'b');
    agents.free('b');
    expect(await agents.news()).toEqual(['a runs']);
  });
});
