import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SessionRecord } from '../../src/log/index.js';
import { queuedMessage, StoredQueue } from '../../src/sessions/stored-queue.js';
import { newSession } from '../conformance/log/data.js';
import { sessionInput } from '../support/arbitraries.js';
import { MemoryLog } from '../support/memory-log.js';
import { SessionRig as MachineRig } from '../support/session-rig.js';
import { SessionRig } from './session-rig.js';

/** A session in a turn with two messages waiting. */
async function busy(): Promise<SessionRig> {
  const rig = await SessionRig.inTurn();
  await rig.send('two');
  await rig.send('three');
  rig.queueWrites.length = 0;
  return rig;
}

const texts = (rig: SessionRig) => rig.session.queue.entries.map(({ message }) => message);
const changes = (rig: SessionRig) => rig.queueWrites.map(({ queueChanges }) => queueChanges);

it('shows the messages with their places', async () => {
  const rig = await busy();
  const entry = { attachments: [], revision: 1, queuedAt: '1970-01-01T00:00:00.000Z' };
  expect(rig.session.queue).toEqual({
    revision: 2,
    entries: [
      { messageId: 'id of two', message: 'two', position: 0, ...entry },
      { messageId: 'id of three', message: 'three', position: 1, ...entry },
    ],
  });
});

it('writes what has changed, and no text that is stored already', async () => {
  const rig = await busy();
  const row = { messageId: 'id of three', queuedAt: '1970-01-01T00:00:00.000Z' };
  await rig.update('three', { position: 0 });
  await rig.update('three', { message: '3' });
  await rig.takeBack('two');
  expect(changes(rig)).toEqual([
    { removed: [], put: [{ ...row, rank: 0, revision: 2, content: null }] },
    { removed: [], put: [{ ...row, rank: 0, revision: 3, content: '{"message":"3","attachments":[]}' }] },
    { removed: ['id of two'], put: [] },
  ]);
});

it('is not written if it is the same', async () => {
  const rig = await busy();
  await rig.update('two', { message: 'two' });
  await rig.session.command({ type: 'command.interrupt' });
  expect(rig.queueWrites).toEqual([]);
});

it('is written with a snapshot that has its revision', async () => {
  const rig = await busy();
  const before = rig.checkpoints.length;
  rig.payload({ type: 'turn.ended', outcome: 'completed' });
  await rig.committed();
  expect(changes(rig)).toEqual([{ removed: ['id of two'], put: [] }]);
  expect(rig.checkpoints.length).toBe(before + 1);
  expect(JSON.parse(rig.checkpoints.at(-1)!.snapshot).context.queueRevision).toBe(3);
});

it('is shown as stored', () => {
  const machine = new MachineRig().ready().message('one').message('two');
  const stored = new StoredQueue([], { queue: [], queueRevision: 0 });
  const write = stored.takeChanges(machine.snapshot.context);
  expect(stored.stored).toEqual({ revision: 0, entries: [] });
  stored.noteStored();
  expect(stored.stored).toBe(write?.queue);
  stored.noteStored();
  expect(stored.stored).toBe(write?.queue);
});

it('is restored from its rows after any sequence of changes', async () => {
  const life = fc.array(sessionInput, { maxLength: 60, size: 'max' });
  await fc.assert(
    fc.asyncProperty(life, fc.infiniteStream(fc.boolean()), async (inputs, isWritten) => {
      const log = new MemoryLog();
      await log.create(newSession('s'));
      const machine = new MachineRig({ onAgentExit: 'resume' });
      const stored = new StoredQueue([], machine.snapshot.context);
      for (const input of [...inputs, { type: 'daemon.stopping' } as const]) {
        machine.send(input);
        if (input.type !== 'daemon.stopping' && !isWritten.next().value) continue;
        const write = stored.takeChanges(machine.snapshot.context);
        if (write) await log.append('s', 0, write);
      }
      expect((await log.queue('s')).map(queuedMessage)).toEqual(machine.snapshot.context.queue);
    }),
    { numRuns: 200 },
  );
});

it('of an earlier version is taken from its snapshot, and has rows from then on', async () => {
  const rig = await SessionRig.inTurn();
  await rig.committed();
  const checkpoint = rig.checkpoints.at(-1)!;
  const snapshot = JSON.parse(checkpoint.snapshot);
  snapshot.context.queue = ['two', 'three', 'four'].map((message) => {
    return { messageId: `id of ${message}`, message, attachments: [] };
  });
  const record = Object.assign({}, ...rig.records) as SessionRecord;
  const stored = { ...checkpoint, snapshot: JSON.stringify(snapshot) };
  const restored = new SessionRig({ record, checkpoint: stored, tail: [], queue: [], names: [] });
  expect(texts(restored)).toEqual(['two', 'three', 'four']);

  restored.session.dispatch({ type: 'daemon.restarted' });
  await restored.called('start');
  restored.fake.becomeReady();
  await restored.called('prompt two');
  expect(texts(restored)).toEqual(['three', 'four']);
  expect(changes(restored)).toMatchObject([
    {
      removed: [],
      put: [{ content: expect.stringContaining('three') }, { content: expect.stringContaining('four') }],
    },
  ]);
  expect(restored.checkpoints.at(-1)!.snapshot).not.toContain('three');
});
