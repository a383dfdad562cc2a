import { expect, it } from 'vitest';
import type { SessionInfo } from '../../../src/schema/index.js';
import { markdown } from '../../../src/server/content/transcript.js';
import { newSession } from '../../conformance/log/data.js';
import { complete, reasoning, results, says, turnEnds } from '../../support/drafts.js';
import { MemoryLog } from '../../support/memory-log.js';
import { idle } from '../../support/session-helpers.js';

async function documentOf({ events }: ReturnType<typeof idle>): Promise<string> {
  const log = new MemoryLog();
  const [sessionId, last] = ['s1', events.length];
  await log.create(newSession(sessionId));
  const texts = events.map((event) => JSON.stringify(event));
  const batch = { sessionId, first: 1, last, events: texts, raws: texts.map(() => null), states: [] };
  await log.append(sessionId, 0, { batch });
  const info = { sessionId, agent: 'test', title: 't', createdAt: 0 } as SessionInfo;
  let document = '';
  for await (const part of markdown(log, info)) document += part;
  return document;
}

it('shows a message that is continued by other items as one', async () => {
  const rig = idle({ textLimit: 4 })
    .message('hi')
    .draft(complete(says('a', [reasoning('one\ntwo')])))
    .draft(complete(says('b', 'hello world')))
    .draft(turnEnds());
  expect(await documentOf(rig)).toBe(
    '# t\n\ntest, 1970-01-01T00:00:00.000Z\n\n## User\n\nhi\n\n> one\n> two\n\n## Assistant\n\nhello world\n\n---\n',
  );
});

/** The document from the output of a tool on. */
const outputOf = async (output: string, status?: 'failed') => {
  const rig = idle({ textLimit: 4 })
    .message('hi')
    .draft(complete({ ...results('r', 'call', output), ...(status ? { status } : {}) }))
    .draft(turnEnds());
  const document = await documentOf(rig);
  return document.slice(document.indexOf('```'));
};

it('shows the output of a tool that is continued by other items in one block', async () => {
  expect(await outputOf('one two three')).toBe('```\none two three\n```\n\n---\n');
  expect(await outputOf('one two three', 'failed')).toBe('```\none two three\n```\n\n*failed*\n\n---\n');
});

it('begins another block where the output would end its own', async () => {
  expect(await outputOf('one ````')).toBe('```\none \n```\n\n`````\n````\n`````\n\n---\n');
  // Also if the end of the block is in two pieces.
  expect(await outputOf('a\n```')).toBe('```\na\n``\n```\n\n```\n`\n```\n\n---\n');
});
