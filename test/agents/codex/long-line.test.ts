import { expect, it } from 'vitest';
import { translator } from '../../../src/agents/codex/translate.js';
import { begun, type FakeSession, session, thread } from './fake-process.js';

/** The reports of lines that are too long. */
function errorsOf({ lines, parsed }: FakeSession): string[] {
  return lines.flatMap((text, index) => {
    const input = { from: 'agent', text, parsed: parsed[index] } as const;
    const { drafts } = translator.translate(translator.initial(), input);
    return drafts.flatMap((draft) => (draft.type === 'agent.unparsed' ? [draft.error] : []));
  });
}

async function two() {
  const first = await begun('t1');
  const second = session(first.fake.server);
  const ready = second.connection.start();
  await first.process.answer('thread/start', thread('t2'));
  await ready;
  return { first, second, process: first.process };
}

const ERROR = 'a line of more than 1 MiB, which was not read';

it('a line that is too long is reported to the session whose thread it names', async () => {
  const { first, second, process } = await two();
  process.sayTooMuch('{"method":"item/completed","params":{"threadId":"t2","item":{"text":"xxxx');
  await second.until(() => second.lines.length > 1);
  expect([errorsOf(first), errorsOf(second)]).toEqual([[], [ERROR]]);
});

it('a line that is too long and names no thread is reported to all sessions of the server', async () => {
  const { first, second, process } = await two();
  process.sayTooMuch('xxxx');
  await second.until(() => second.lines.length > 1);
  expect([errorsOf(first), errorsOf(second)]).toEqual([[ERROR], [ERROR]]);
});
