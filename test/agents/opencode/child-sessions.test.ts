import { describe, expect, test } from 'vitest';
import { ChildSessions } from '../../../src/agents/opencode/child-sessions.js';
import { unwrap } from '../../../src/agents/opencode/envelope.js';
import { events } from './server-events.js';

/** The sessions below `s`, and what is due after each event. */
function family() {
  const children = new ChildSessions();
  const take = (payload: object) =>
    children
      .take(unwrap(JSON.stringify({ payload }))!, 's')
      .map(({ text, session }) => `${session} ${JSON.parse(text).type}`);
  return { children, take };
}

describe('the events of a sub-agent', () => {
  test('wait in order until a call names it, also those of sub-agents below', () => {
    const { take } = family();
    expect(take(events.child('a', 's'))).toEqual([]);
    expect(take(events.child('b', 'a'))).toEqual([]);
    expect(take(events.delta('b', 'deep'))).toEqual([]);
    expect(take(events.task('a', 'b'))).toEqual([]);
    expect(take(events.status('s', 'busy'))).toEqual(['s session.status']);
    expect(take(events.task('s', 'a'))).toEqual([
      's message.part.updated',
      'a session.created',
      'a message.part.updated',
      'b session.created',
      'b message.part.delta',
    ]);
    expect(take(events.delta('a', 'more'))).toEqual(['a message.part.delta']);
  });

  test('come before the end of the turn if no call names it', () => {
    const { take } = family();
    take(events.child('a', 's'));
    take(events.delta('a', 'Hi'));
    expect(take(events.status('s', 'idle'))).toEqual([
      'a session.created',
      'a message.part.delta',
      's session.status',
    ]);
  });

  test('do not wait without limit', () => {
    const { take } = family();
    take(events.child('a', 's'));
    for (let number = 2; number < 20_000; number++) expect(take(events.delta('a', 'Hi'))).toEqual([]);
    expect(take(events.delta('a', 'Hi'))).toHaveLength(20_000);
    expect(take(events.delta('a', 'Hi'))).toEqual(['a message.part.delta']);
  });

  test('wait no longer once messages that were read name it', () => {
    const { children, take } = family();
    take(events.child('a', 's'));
    const { part } = events.task('s', 'a').properties;
    const message = { info: events.assistant('s').properties.info, parts: [part] };
    const notice = { type: 'recovered', session: 's', messages: [message], isIdle: false };
    expect(children.recovered([notice as never]).map(({ session }) => session)).toEqual(['a']);
    expect(take(events.delta('a', 'Hi'))).toEqual(['a message.part.delta']);
  });
});

test('a call that names a session which it comes from changes nothing', () => {
  const { children, take } = family();
  take(events.task('s', 'a'));
  take(events.task('a', 'a'));
  take(events.task('a', 's'));
  expect(children.isWithin('a', 's')).toBe(true);
  expect(children.isWithin('s', 'a')).toBe(false);
});

test('sub-agents in the background outlive the turn, with those below them', () => {
  const { children, take } = family();
  take(events.task('s', 'a', { background: true }));
  take(events.task('a', 'b'));
  take(events.task('s', 'c'));
  for (const session of ['s', 'a', 'b', 'c']) take(events.status(session, 'busy'));
  expect(children.inBackground).toEqual(['a', 'b']);
  expect(children.outlivesTurn('c')).toBe(false);
  expect(children.hasBusyBelow('a')).toBe(true);
  take(events.status('b', 'idle'));
  expect(children.inBackground).toEqual(['a']);
  expect(children.hasBusyBelow('a')).toBe(false);
  expect(children.hasBusyBelow('s')).toBe(true);
});
