import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sessionInput } from '../support/arbitraries.js';
import { SessionRig } from '../support/session-rig.js';

const life = fc.array(sessionInput, { maxLength: 60, size: 'max' });

it('delivers each accepted message once, as last edited, unless it was taken back', () => {
  fc.assert(
    fc.property(life, (inputs) => {
      const rig = new SessionRig({ onAgentExit: 'resume' });
      const expected = new Map<string, string>();
      for (const input of inputs) {
        rig.send(input);
        const answer = rig.answers.at(-1);
        if (!input.type.startsWith('command.') || answer?.type !== 'accepted') continue;
        if (input.type === 'command.send' && answer.disposition !== 'duplicate')
          expected.set(input.messageId, input.message);
        if (input.type === 'command.queue.update' && input.message != null)
          expected.set(input.messageId, input.message);
        if (input.type === 'command.queue.remove') expected.delete(input.messageId);
      }
      rig.send({ type: 'daemon.restarted' });
      for (let i = 0; i < 20; i++) rig.ready().draft({ type: 'turn.ended', outcome: 'completed' });
      const delivered = rig.effects.flatMap((effect) =>
        'prompt' in effect ? [[effect.prompt.messageId, effect.prompt.message] as const] : [],
      );
      expect(delivered.length).toBe(new Map(delivered).size);
      const { ended, queue } = rig.snapshot.context;
      // The end of a session leaves messages in the queue.
      const left = queue.map(({ messageId, message }) => [messageId, message] as const);
      if (!ended && !rig.snapshot.matches('ending')) expect(left).toEqual([]);
      expect(new Map([...delivered, ...left])).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

it('keeps the queue in order, and counts every change of it', () => {
  fc.assert(
    fc.property(life, (inputs) => {
      const rig = new SessionRig({ onAgentExit: 'resume' });
      for (const input of inputs) {
        const before = rig.snapshot.context;
        rig.send(input);
        const { queue, queueRevision } = rig.snapshot.context;
        const ranks = queue.map(({ rank }) => rank);
        expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => a - b));
        expect(queueRevision > before.queueRevision).toBe(queue !== before.queue);
        for (const entry of queue) {
          const earlier = before.queue.find(({ messageId }) => messageId === entry.messageId);
          const grown = entry.revision - (earlier?.revision ?? 0);
          expect(grown).toBe(entry === earlier ? 0 : 1);
        }
      }
    }),
    { numRuns: 250 },
  );
});
