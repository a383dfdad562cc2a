import { describe, expect, it } from 'vitest';
import { asksPermission, calls, complete, delta, echoes, says, start, turnEnds } from '../support/drafts.js';
import { emitted, eventsOf, idle, inTurn, itemAt, lines, parentOf } from '../support/session-helpers.js';

const echoing = { echoesUser: true };

describe("the user's message", () => {
  it('is written by the daemon at the start of its turn', () => {
    const rig = idle();
    expect(lines(rig, () => rig.message('hello'))).toEqual([
      'turn.started',
      'start* 1 user message',
      'delta* 1 hello',
      'completed* 1 hello',
    ]);
  });

  it('includes its images and files as parts', () => {
    const rig = idle().send({
      type: 'command.send',
      messageId: 'm1',
      message: 'look',
      attachments: [
        { path: 'a.png', mime: 'image/png' },
        { path: 'b.txt', mime: 'text/plain' },
        { path: 'c' },
      ],
      fingerprint: '',
      whenBusy: 'queue',
    });
    expect(itemAt(rig, 1).content).toEqual([
      { type: 'text', text: 'look' },
      { type: 'image', path: 'a.png', mime: 'image/png' },
      { type: 'file_ref', path: 'b.txt', action: 'read' },
      { type: 'file_ref', path: 'c', action: 'read' },
    ]);
    expect(rig.effects[0]).toMatchObject({ type: 'prompt', prompt: { message: 'look', messageId: 'm1' } });
    expect(rig.effects[0]).toHaveProperty('prompt.attachments.length', 3);
  });

  it('that the agent invented is an ordinary item', () => {
    const rig = inTurn();
    expect(emitted(rig, complete(echoes('u', 'Go on')))).toEqual([
      'start* 2 user message',
      'delta* 2 Go on',
      'completed 2 Go on',
    ]);
  });
});

describe('an agent that echoes user messages', () => {
  it('writes the message instead of the daemon', () => {
    const rig = idle(echoing);
    expect(lines(rig, () => rig.message('hello'))).toEqual(['turn.started']);
    expect(emitted(rig, complete(echoes('u', 'hello')))).toEqual([
      'start* 1 user message',
      'delta* 1 hello',
      'completed 1 hello',
    ]);
  });

  it('may echo an earlier message after a later one was steered in: each is written once', () => {
    const rig = inTurn(echoing).draft(delta('a', 'Hm'));
    rig.message('this too', { whenBusy: 'steer', messageId: 'm2' });
    rig.draft(complete(echoes('u1', 'hello'))).draft(complete(echoes('u2', 'this too')));
    const users = eventsOf(rig, 'item.completed').filter(({ data }) => data.item.role === 'user');
    expect(users.map(({ data }) => data.item.content)).toEqual([
      [{ type: 'text', text: 'hello' }],
      [{ type: 'text', text: 'this too' }],
    ]);
  });

  it("may stream the user's message", () => {
    const rig = inTurn(echoing);
    expect(
      emitted(rig, start(echoes('u', 'hello')), complete(echoes('u', 'hello')), complete(calls('t'))),
    ).toEqual([
      'start 1 user message',
      'delta* 1 hello',
      'completed 1 hello',
      'start* 2 assistant tool_call',
      'completed 2 shell[t]',
    ]);
    expect(parentOf(rig, 2)).toBe(1);
  });

  it('has its late echo dropped once it has moved on to another item', () => {
    const rig = inTurn(echoing);
    expect(
      emitted(rig, start(says('a')), start(echoes('u', 'hello')), complete(echoes('u', 'hello'))),
    ).toEqual(['start* 1 user message', 'delta* 1 hello', 'completed* 1 hello', 'start 2 assistant message']);
  });

  it('is preempted by the daemon once it streams', () => {
    expect(emitted(inTurn(echoing), delta('a', 'Hi')).slice(2)).toEqual([
      'completed* 1 hello',
      'start* 2 assistant message',
      'delta 2 Hi',
    ]);
  });

  it('is preempted by the daemon once it asks something', () => {
    expect(emitted(inTurn(echoing), asksPermission('p')).slice(2)).toEqual([
      'completed* 1 hello',
      'permission.requested',
    ]);
  });

  it('may never echo: the message is written before the turn ends', () => {
    expect(emitted(inTurn(echoing), turnEnds())).toEqual([
      'start* 1 user message',
      'delta* 1 hello',
      'completed* 1 hello',
      'turn.ended completed',
    ]);
  });

  it('cannot echo a message of an ended turn', () => {
    const rig = inTurn(echoing).draft(turnEnds());
    expect(emitted(rig, complete(echoes('u', 'something else'))).at(-1)).toBe('completed 2 something else');
  });

  it("does not echo with a subagent's prompt", () => {
    const rig = inTurn(echoing);
    rig.draft(complete(calls('task')));
    rig.draft(complete(says('s', 'Do it', { role: 'user', parent: 'task' })));
    expect(emitted(rig, complete(echoes('u', 'hello')))).toEqual([]);
    expect(eventsOf(rig, 'item.completed').map(({ data }) => data.item.role)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
  });

  it('may echo several messages', () => {
    const rig = inTurn({ ...echoing, steer: true }).draft(complete(echoes('u1', 'hello')));
    expect(lines(rig, () => rig.message('and this', { whenBusy: 'steer' }))).toEqual([]);
    expect(emitted(rig, complete(echoes('u2', 'and this'))).at(-1)).toBe('completed 2 and this');
  });

  it('has an unechoed message written before the next one', () => {
    const rig = inTurn({ ...echoing, steer: true });
    expect(lines(rig, () => rig.message('and this', { whenBusy: 'steer' })).at(-1)).toBe(
      'completed* 1 hello',
    );
  });
});
