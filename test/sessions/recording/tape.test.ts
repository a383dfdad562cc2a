import { expect, it } from 'vitest';
import type { LongValue } from '../../../src/log/index.js';
import { type NewPayload, Tape } from '../../../src/sessions/recording/tape.js';

const AT = '2026-01-01T00:00:00.000Z';

function rig() {
  const kept: LongValue[] = [];
  let sequence = 0;
  const tape = new Tape({
    now: () => Date.parse(AT),
    sequence: () => sequence,
    keep: (value) => kept.push(value),
  });
  return {
    tape,
    kept,
    payload: (text: string, more: Partial<NewPayload> = {}) =>
      tape.payload({ text, isIdle: false, isJunk: false, ...more }),
    told: (raw: string) => tape.told(++sequence, raw),
    entries(): object[] {
      tape.flush();
      const text = kept.map(({ content }) => content).join('');
      return text === ''
        ? []
        : text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line));
    },
  };
}

it('keeps nothing of payloads that one event tells', () => {
  const { tape, payload, told, entries } = rig();
  for (const text of ['{"a":1}', '{"a":2}']) {
    payload(text);
    told(text);
  }
  expect(entries()).toEqual([]);
  expect(tape.isEmpty).toBe(true);
});

it('keeps which event has a payload that an equal one preceded', () => {
  const { payload, told, entries } = rig();
  for (const text of ['{"a":1}', '{"a":1}']) {
    payload(text);
    told(text);
  }
  expect(entries()).toEqual([{ type: 'payload', at: AT, event: 2, after: 2 }]);
});

it('keeps the text of a payload without an event, unless it is long and without effect', () => {
  const { payload, told, entries } = rig();
  const long = 'x'.repeat(20_000);
  payload('{"ping":1}', { isIdle: true });
  payload(long, { isIdle: true });
  payload(long);
  payload('{"a":1}');
  told('{"a":1}');
  expect(entries()).toEqual([
    { type: 'payload', at: AT, text: '{"ping":1}', after: 0 },
    { type: 'payload', at: AT, text: long, after: 0 },
  ]);
});

it('keeps nothing of a payload that its event refers to', () => {
  const { payload, told, entries } = rig();
  payload(JSON.stringify('x'.repeat(100_000)));
  told('{"truncated":true,"bytes":100002}');
  expect(entries()).toEqual([]);
});

it('keeps only the name of a payload that was stored before its drafts were passed on', () => {
  const { payload, told, entries } = rig();
  payload(JSON.stringify('x'.repeat(100_000)), { isSplit: true, valueId: 'val_1' });
  told('{"truncated":true,"bytes":100002}');
  expect(entries()).toEqual([{ type: 'payload', at: AT, valueId: 'val_1', isSplit: true, after: 0 }]);
});

it('keeps junk only as far as events tell it', () => {
  const { payload, told, entries } = rig();
  payload('junk 1', { isJunk: true });
  told('"junk 1"');
  for (let line = 2; line <= 1000; line++) payload(`junk ${line}`, { isJunk: true });
  expect(entries()).toEqual([{ type: 'payload', at: AT, text: 'junk 1', event: 1, after: 1 }]);
});

it('puts what the daemon tells because of a payload before it', () => {
  const { tape, payload, told, entries } = rig();
  payload('{"a":1}');
  told('{"a":1}');
  payload('{"end":1}', { diffs: [null] });
  tape.input({ type: 'draft.agent.unparsed', at: AT });
  told('{"end":1}');
  tape.input({ type: 'draft.permission.requested', at: AT });
  payload('{"next":1}', { diffs: [null] });
  tape.input({ type: 'command.send', at: AT });
  const order = entries().map((entry) =>
    'input' in entry ? (entry.input as { type: string }).type : 'payload',
  );
  expect(order).toEqual([
    'draft.agent.unparsed',
    'payload',
    'draft.permission.requested',
    'payload',
    'command.send',
  ]);
});

it('hands long tapes over in numbered parts of one value', () => {
  const { tape, kept, entries } = rig();
  tape.notice({ text: 'x'.repeat(600_000) });
  tape.flush();
  tape.process(['/w']);
  expect(entries()).toMatchObject([{ type: 'notice' }, { type: 'process', roots: ['/w'], after: 0 }]);
  expect(kept.map(({ valueId, part }) => [valueId, part])).toEqual(
    [0, 1, 2].map((part) => [tape.name, part]),
  );
});

it('keeps nothing of a payload that was dropped, and all of those before', () => {
  const { tape, payload, entries } = rig();
  payload('{"a":1}');
  payload('{"a":2}');
  tape.withdraw('{"a":2}');
  expect(entries()).toEqual([{ type: 'payload', at: AT, text: '{"a":1}', after: 0 }]);
});
