import { describe, expect, it } from 'vitest';
import { asksPermission, calls, complete, delta, echoes, says, start, turnEnds } from '../support/drafts.js';
import { eventsOf, idle, inTurn, itemAt, lines, parentOf, told } from '../support/story.js';

const echoing = { echoesUser: true };

describe("the user's message", () => {
  it('is written by the daemon, whole, at the beginning of its turn', () => {
    const rig = idle();
    expect(lines(rig, () => rig.message('hello'))).toEqual([
      'turn.started',
      'start* 1 user message',
      'delta* 1 hello',
      'completed* 1 hello',
    ]);
  });

  it('has its images and files as parts', () => {
    const rig = idle().send({
      type: 'command.send',
      messageId: 'm1',
      message: 'look',
      attachments: [
        { path: 'a.png', mime: 'image/png' },
        { path: 'b.txt', mime: 'text/plain' },
        { path: 'c' },
      ],
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

  it('that the agent made up itself is an item like any other', () => {
    const rig = inTurn();
    expect(told(rig, complete(echoes('u', 'Go on')))).toEqual([
      'start* 2 user message',
      'delta* 2 Go on',
      'completed 2 Go on',
    ]);
  });
});

describe('an agent that sends messages back', () => {
  it('is waited for', () => {
    const rig = idle(echoing);
    expect(lines(rig, () => rig.message('hello'))).toEqual(['turn.started']);
    expect(told(rig, complete(echoes('u', 'hello')))).toEqual([
      'start* 1 user message',
      'delta* 1 hello',
      'completed 1 hello',
    ]);
  });

  it('may send an earlier message back after a later one was steered in: each is told once', () => {
    const rig = inTurn(echoing).draft(delta('a', 'Hm'));
    rig.message('this too', { whenBusy: 'steer', messageId: 'm2' });
    rig.draft(complete(echoes('u1', 'hello'))).draft(complete(echoes('u2', 'this too')));
    const users = eventsOf(rig, 'item.completed').filter(({ data }) => data.item.role === 'user');
    expect(users.map(({ data }) => data.item.content)).toEqual([
      [{ type: 'text', text: 'hello' }],
      [{ type: 'text', text: 'this too' }],
    ]);
  });

  it("may stream the user's message as it does its own", () => {
    const rig = inTurn(echoing);
    expect(
      told(rig, start(echoes('u', 'hello')), complete(echoes('u', 'hello')), complete(calls('t'))),
    ).toEqual([
      'start 1 user message',
      'delta* 1 hello',
      'completed 1 hello',
      'start* 2 assistant tool_call',
      'completed 2 shell[t]',
    ]);
    expect(parentOf(rig, 2)).toBe(1);
  });

  it('is not waited for once it speaks of something else, and its late echo is dropped', () => {
    const rig = inTurn(echoing);
    expect(told(rig, start(says('a')), start(echoes('u', 'hello')), complete(echoes('u', 'hello')))).toEqual([
      'start* 1 user message',
      'delta* 1 hello',
      'completed* 1 hello',
      'start 2 assistant message',
    ]);
  });

  it('is not waited for once it streams', () => {
    expect(told(inTurn(echoing), delta('a', 'Hi')).slice(2)).toEqual([
      'completed* 1 hello',
      'start* 2 assistant message',
      'delta 2 Hi',
    ]);
  });

  it('is not waited for once it asks for something', () => {
    expect(told(inTurn(echoing), asksPermission('p')).slice(2)).toEqual([
      'completed* 1 hello',
      'permission.requested',
    ]);
  });

  it('may never do it: the message is written before the turn ends', () => {
    expect(told(inTurn(echoing), turnEnds())).toEqual([
      'start* 1 user message',
      'delta* 1 hello',
      'completed* 1 hello',
      'turn.ended completed',
    ]);
  });

  it('is not believed to echo an older message: that of an ended turn is forgotten', () => {
    const rig = inTurn(echoing).draft(turnEnds());
    expect(told(rig, complete(echoes('u', 'something else'))).at(-1)).toBe('completed 2 something else');
  });

  it('does not echo with what a subagent is told', () => {
    const rig = inTurn(echoing);
    rig.draft(complete(calls('task')));
    rig.draft(complete(says('s', 'Do it', { role: 'user', parent: 'task' })));
    expect(told(rig, complete(echoes('u', 'hello')))).toEqual([]);
    expect(eventsOf(rig, 'item.completed').map(({ data }) => data.item.role)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
  });

  it('sends back each of several messages', () => {
    const rig = inTurn({ ...echoing, steer: true }).draft(complete(echoes('u1', 'hello')));
    expect(lines(rig, () => rig.message('and this', { whenBusy: 'steer' }))).toEqual([]);
    expect(told(rig, complete(echoes('u2', 'and this'))).at(-1)).toBe('completed 2 and this');
  });

  it('has the message written for it that it did not send back before the next', () => {
    const rig = inTurn({ ...echoing, steer: true });
    expect(lines(rig, () => rig.message('and this', { whenBusy: 'steer' })).at(-1)).toBe(
      'completed* 1 hello',
    );
  });
});
