import { expect, test } from 'vitest';
import { Incoming } from '../../../src/agents/codex/incoming.js';
import { parser } from '../../../src/agents/codex/native.js';
import { TurnWatch } from '../../../src/agents/codex/turn-watch.js';
import { thread } from './fake-process.js';

const delta = (text: string) => ({ text, message: null });
const answer = JSON.stringify({ id: 1, result: thread('t1') });
const refused = { type: 'turnRefused', code: 0, message: 'no' } as const;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function incoming() {
  const handedOn: unknown[] = [];
  const turns = new TurnWatch();
  const subject = new Incoming({
    answer: async () => {},
    refuse: () => {},
    editableFolder: () => null,
    onPayload: (text) => handedOn.push(text),
    onNotice: (notice) => handedOn.push(notice),
    onUnloaded: () => {},
    turnsOf: () => turns,
  });
  return { incoming: subject, handedOn };
}

test('hands payloads and notices on in order, all of them after the one that begins the session', async () => {
  const { incoming: subject, handedOn } = incoming();
  subject.push(delta('one'));
  subject.push(refused);
  subject.push(delta('two'));
  expect(handedOn).toEqual([]);
  subject.begin(answer, parser.parse(answer));
  subject.push(delta('three'));
  await settled();
  expect(handedOn).toEqual([answer, 'one', refused, 'two', 'three']);
});

test('hands nothing on once it is closed, not even what waited', async () => {
  const { incoming: subject, handedOn } = incoming();
  subject.push(delta('one'));
  subject.begin(answer, parser.parse(answer));
  subject.close();
  subject.push(delta('two'));
  await settled();
  expect(handedOn).toEqual([answer]);
});
