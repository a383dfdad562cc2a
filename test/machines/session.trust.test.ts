import { expect, it } from 'vitest';
import { asksForTrust, exits, send } from '../support/session-inputs.js';
import { SessionRig } from '../support/session-rig.js';

/** A new session whose folder a human is asked about. */
const asking = () => new SessionRig().send(asksForTrust);

function requestIn(rig: SessionRig): string {
  const [id] = Object.keys(rig.snapshot.context.pending);
  return id!;
}

const types = (rig: SessionRig) => rig.events.map(({ type }) => type);

it('starts with what the daemon knows, so that a human can be asked before there is an agent', () => {
  const rig = asking();
  expect(types(rig)).toEqual(['session.started', 'permission.requested']);
  expect(rig.events.map(({ source }) => source)).toEqual(['daemon', 'daemon']);
  expect(rig.events[0]).toMatchObject({ native_session_id: null, data: { metadata: { trust: 'asked' } } });
  expect(rig.events[1]).toMatchObject({ data: { action: 'trust_folder', metadata: { kind: 'other' } } });
});

it.each(['once', 'always', 'reject'] as const)(
  'is told of the reply %s, which is no matter of the agent',
  (reply) => {
    const rig = asking();
    rig.send({ type: 'command.reply', permissionId: requestIn(rig), reply, message: null });
    expect(rig.effects).toEqual([{ type: 'trust', reply, contents: 'c1' }]);
  },
);

it('queues messages until a human has decided, whatever they say about a running turn', () => {
  const rig = asking();
  for (const whenBusy of ['queue', 'steer', 'interrupt', 'reject'] as const)
    rig.send(send(`with ${whenBusy}`, whenBusy));
  expect(rig.snapshot.context.queue).toHaveLength(4);
  expect(types(rig)).not.toContain('turn.started');
  rig.send({ type: 'command.reply', permissionId: requestIn(rig), reply: 'once', message: null });
  expect(rig.effects.map(({ type }) => type)).toEqual(['trust', 'prompt']);
  expect(rig.snapshot.context.queue).toHaveLength(3);
});

it('starts the agent without what the folder brings if nobody replies in time', () => {
  const rig = asking();
  rig.send({ type: 'request.expired', requestId: requestIn(rig) });
  expect(rig.effects).toEqual([{ type: 'trust', reply: 'reject', contents: 'c1' }]);
  expect(rig.events.at(-1)).toMatchObject({
    data: { metadata: { reply: 'cancelled', resolved_by: 'daemon' } },
  });
});

it('tells what the agent says about itself in a notice, once', () => {
  const rig = asking();
  rig.send({ type: 'command.reply', permissionId: requestIn(rig), reply: 'once', message: null });
  const before = rig.events.length;
  const ready = {
    type: 'agent.ready',
    nativeSessionId: 'n1',
    metadata: { version: '9.9', model: 'best' },
  } as const;
  rig.send(ready).send(ready);
  const notices = rig.events.slice(before).filter(({ type }) => type === 'item.completed');
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatchObject({
    native_session_id: 'n1',
    data: {
      item: {
        kind: 'status',
        content: [{ label: 'settings' }, { json: { version: '9.9', model: 'best', agent: 'test' } }],
      },
    },
  });
  expect(rig.snapshot.context).toMatchObject({ model: 'best', version: '9.9', awaitsAgent: false });
});

it('resolves the request when it is terminated meanwhile', () => {
  const rig = asking().send({ type: 'command.terminate' });
  rig.send(exits({}));
  expect(types(rig).slice(-2)).toEqual(['permission.resolved', 'session.ended']);
});

it('resolves the request as cancelled when the daemon restarts, and asks again for a queued message', () => {
  const rig = asking().send(send('m1')).send({ type: 'daemon.restarted' });
  expect(types(rig).slice(2, 4)).toEqual(['permission.resolved', 'turn.started']);
  const again = rig.send(asksForTrust);
  expect(types(again).at(-1)).toBe('permission.requested');
});
