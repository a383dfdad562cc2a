import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../machines/index.js';
import { calls, complete, says } from '../support/drafts.js';
import { SessionRig } from './session-rig.js';

/** A session with two items, the second of which no checkpoint has. */
async function named(): Promise<SessionRig> {
  const rig = await SessionRig.inTurn();
  rig.payload(complete(says('said', 'I will look.')));
  await rig.send('steered', 'steer');
  rig.payload(complete(calls('call', 'call-1')));
  await rig.committed();
  return rig;
}

const keysOf = ({ last }: Ledger) => last.map(([key]) => key);

describe('the names that a session has given', () => {
  it('are written with the events, each once', async () => {
    const rig = await named();
    expect(rig.names.join().match(/"said"/g)).toHaveLength(1);
    expect(rig.names[0]).toContain('"call-1"');
    expect(rig.checkpoints.some(({ snapshot }) => snapshot.includes('"said"'))).toBe(false);
  });

  it('are known after it was loaded, and not written again', async () => {
    const rig = await named();
    const restored = new SessionRig(rig.stored, rig.receipts);
    expect(keysOf(restored.session.context.keys)).toEqual(expect.arrayContaining(['said', 'call']));
    await restored.send('again');
    await restored.committed();
    expect(restored.names.join()).not.toContain('"said"');
  });

  it('are known after it was loaded with events that follow its checkpoint', async () => {
    const rig = await named();
    rig.payload(complete(says('late', 'Done.')));
    await rig.committed();
    expect(rig.stored.tail.length).toBeGreaterThan(0);
    const { context } = new SessionRig(rig.stored).session;
    expect(keysOf(context.keys)).toEqual(expect.arrayContaining(['said', 'call', 'late']));
    expect(keysOf(context.calls)).toContain('call-1');
  });

  it('are written with the first write of a session that an earlier version stored', async () => {
    const rig = await named();
    const { checkpoint, ...stored } = rig.stored;
    const snapshot = JSON.parse(checkpoint!.snapshot);
    const earlier = (name: string) => ({
      full: [{ [`old ${name}`]: 'x' }],
      last: { [`new ${name}`]: 'y' },
      size: 1,
    });
    for (const name of ['keys', 'calls', 'callThreads', 'threadIds', 'taken', 'takenBack'])
      snapshot.context[name] = earlier(name);
    const restored = new SessionRig({
      ...stored,
      checkpoint: { ...checkpoint!, snapshot: JSON.stringify(snapshot) },
      names: [],
      tail: [],
    });
    await expect(
      restored.session.command({ type: 'command.queue.remove', messageId: 'old taken' }),
    ).rejects.toThrow('was already sent');
    await restored.send('again');
    await restored.committed();
    expect(restored.names).toHaveLength(1);
    for (const name of ['old keys', 'new keys', 'old threadIds', 'new calls', 'old callThreads'])
      expect(restored.names[0]).toContain(`"${name}"`);
    expect([...restored.receipts.keys()]).toEqual(['old taken', 'new taken', 'id of again']);
  });
});

it('a checkpoint is kept in the middle of a long stretch of deltas', async () => {
  const rig = await SessionRig.inTurn();
  for (let i = 0; i < 25; i++) {
    rig.payload(
      ...Array.from({ length: 100 }, () => ({ type: 'item.delta', key: 'a', delta: 'word ' }) as const),
    );
    await rig.committed();
  }
  const kept = rig.checkpoints.filter(({ keep }) => keep).map(({ sequence }) => sequence);
  expect(kept).toHaveLength(2);
  expect(rig.events.length - kept.at(-1)!).toBeLessThan(1100);
});
