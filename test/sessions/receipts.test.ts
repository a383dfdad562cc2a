import { describe, expect, it } from 'vitest';
import type { UntimedCommand } from '../../src/sessions/untimed.js';
import { SessionRig } from './session-rig.js';

const command = (messageId: string, fingerprint = 'hello'): UntimedCommand => ({
  type: 'command.send',
  messageId,
  message: 'hello',
  attachments: [],
  fingerprint,
  whenBusy: 'queue',
});

/** A session that has taken a message, taken another one back, and was then loaded from its log. */
async function loaded(): Promise<SessionRig> {
  const rig = await SessionRig.inTurn();
  await rig.send('later');
  await rig.takeBack('later');
  await rig.committed();
  return new SessionRig(rig.stored, rig.receipts);
}

describe('the messages of a session', () => {
  it('are stored with their fingerprints, and whether they were taken back', async () => {
    const rig = await SessionRig.inTurn();
    await rig.send('later');
    await rig.committed();
    expect([...rig.receipts.values()]).toEqual([
      { messageId: 'id of hello', fingerprint: 'hello', isTakenBack: false },
      { messageId: 'id of later', fingerprint: 'later', isTakenBack: false },
    ]);
    await rig.takeBack('later');
    await rig.committed();
    expect(rig.receipts.get('id of later')).toMatchObject({ fingerprint: 'later', isTakenBack: true });
  });

  it('are recognised after it was loaded, though no snapshot has them', async () => {
    const { session, checkpoints, receipts } = await loaded();
    expect(await session.command(command('id of hello'))).toBe('duplicate');
    await expect(session.command(command('id of hello', 'other'))).rejects.toThrow(
      'was used for a message with other content',
    );
    await expect(session.command({ type: 'command.queue.remove', messageId: 'id of hello' })).rejects.toThrow(
      'was already sent',
    );
    await expect(session.command({ type: 'command.queue.remove', messageId: 'id of later' })).rejects.toThrow(
      'no message',
    );
    expect(checkpoints.some(({ snapshot }) => snapshot.includes('id of'))).toBe(false);
    expect(receipts.size).toBe(2);
  });

  it('are recognised if they come twice at once, and stay in order', async () => {
    const { session } = await loaded();
    const order: string[] = [];
    const noting = async (sent: Promise<unknown>, name: string) => {
      const answer = await sent.catch((error: Error) => error.message);
      order.push(`${name}: ${answer}`);
    };
    await Promise.all([
      noting(session.command(command('a')), 'first'),
      noting(session.command(command('a')), 'again'),
      noting(session.command(command('b')), 'second'),
      noting(session.command({ type: 'command.interrupt' }), 'interrupt'),
      noting(session.command(command('a', 'other')), 'conflict'),
    ]);
    expect(order.toSorted()).toEqual([
      'again: duplicate',
      'conflict: messageId a was used for a message with other content',
      'first: queued',
      'interrupt: null',
      'second: queued',
    ]);
    expect(session.context.queue.map(({ messageId }) => messageId)).toEqual(['a', 'b']);
  });
});
