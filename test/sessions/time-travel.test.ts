import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { StoredNames } from '../../src/sessions/stored-names.js';
import { snapshotText } from '../../src/sessions/stored-snapshot.js';
import { travel } from '../../src/sessions/time-travel.js';
import { newSession } from '../conformance/log/data.js';
import { sessionInput } from '../support/arbitraries.js';
import { calls, complete, delta, threadStarts } from '../support/drafts.js';
import { MemoryLog } from '../support/memory-log.js';
import { input, SessionRig } from '../support/session-rig.js';

/** The same session in several logs, with and without checkpoints. */
async function logs() {
  const [log, bare] = [new MemoryLog(), new MemoryLog()];
  for (const each of [log, bare]) await each.create(newSession(input.sessionId));
  let last = 0;
  const names = new StoredNames(null);
  return {
    log,
    bare,
    /** Writes the events since the last call, and a checkpoint of the current machine. */
    async write({ events, actor }: SessionRig): Promise<void> {
      const after = last;
      const added = events.slice(after).map((event) => JSON.stringify(event));
      last = events.length;
      const batch = added.length > 0 && {
        sessionId: input.sessionId,
        first: after + 1,
        last,
        events: added,
        raws: added.map(() => null),
        states: [],
      };
      const snapshot = snapshotText(actor.getSnapshot());
      await log.append(input.sessionId, after, {
        ...(batch ? { batch } : {}),
        names: names.takeAdditions(actor.getSnapshot().context),
        checkpoint: { sequence: last, snapshot, keep: true },
      });
      if (batch) await bare.append(input.sessionId, after, { batch });
    },
  };
}

describe('a past state', () => {
  it('equals a replay of the whole log, wherever the checkpoints are', async () => {
    const life = fc.array(sessionInput, { maxLength: 40, size: 'max' });
    await fc.assert(
      fc.asyncProperty(life, fc.infiniteStream(fc.boolean()), async (inputs, isWritten) => {
        const rig = new SessionRig();
        const { log, bare, write } = await logs();
        for (const each of inputs) {
          rig.send(each);
          if (isWritten.next().value) await write(rig);
        }
        await write(rig);
        for (let at = 0; at <= rig.events.length; at++) {
          expect(await travel(log, input, at)).toEqual(await travel(bare, input, at));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is replayed from the last checkpoint before it', async () => {
    const rig = new SessionRig().ready();
    const { log, write } = await logs();
    const checkpoints: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      rig.message('hi').draft({ type: 'turn.ended', outcome: 'completed' });
      await write(rig);
      checkpoints.push(rig.events.length);
    }
    const read = vi.spyOn(log, 'read');
    const at = checkpoints[3]!;
    const { state, event } = await travel(log, input, at);
    expect([state.sequence, event?.sequence]).toEqual([at, at]);
    expect(read.mock.calls.map(([, after]) => after)).toEqual([checkpoints[2]]);
  });

  it('is not replayed from a checkpoint that no event explains', async () => {
    const rig = new SessionRig().ready();
    const { log, write } = await logs();
    await write(rig);
    const before = rig.events.length;
    rig.message('hi').send({ type: 'command.interrupt' });
    await write(rig);
    rig.draft({ type: 'turn.ended', outcome: 'interrupted' });
    await write(rig);
    const read = vi.spyOn(log, 'read');
    const { state } = await travel(log, input, rig.events.length - 1);
    expect(state.value).toMatchObject({ live: { turn: { running: 'active' } } });
    expect(read.mock.calls[0]?.[1]).toBe(before);
  });

  it('knows the threads that began before the checkpoint', async () => {
    const rig = new SessionRig().ready().message('hi');
    const { log, write } = await logs();
    rig.draft(threadStarts('outer', { call: 'none' }));
    rig.draft(complete(calls('call', 'call', { thread: 'outer' })));
    await write(rig);
    rig.draft(threadStarts('inner', { call: 'call' }));
    await write(rig);
    const { state } = await travel(log, input, rig.events.length);
    expect(state.threads.map(({ parentThreadId }) => parentThreadId)).toEqual([
      null,
      state.threads[0]!.threadId,
    ]);
  });

  it('lets others have their turns while a long log is replayed', async () => {
    const rig = new SessionRig().ready().message('hi');
    const { bare, write } = await logs();
    for (let i = 0; i < 10_000; i++) rig.draft(delta('a', 'word '));
    await write(rig);
    let turns = 0;
    const count = () => {
      turns++;
      waiting = setImmediate(count);
    };
    let waiting = setImmediate(count);
    const { state } = await travel(bare, input, rig.events.length);
    clearImmediate(waiting);
    expect(state.sequence).toBe(rig.events.length);
    expect(turns).toBeGreaterThan(1);
  });
});
