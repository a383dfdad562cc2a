import { describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { checkStream } from '../support/check-stream.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { violations } from '../support/invariants.js';
import { readSse } from '../support/sse-client.js';
import { vocabularyProblems } from '../support/vocabulary.js';
import type { WsClient } from '../support/ws-client.js';
import { type MockMessage, mockMessages } from './mock-messages.js';
import { shown } from './shown.js';

const isEnd = (event: UniversalEvent) => event.type === 'session.ended';

/** The report of a sub-agent in the background, which follows its end. */
const isReport = ({ type, data }: UniversalEvent) => type === 'item.completed' && data.item.kind === 'system';

/** Approves permissions and answers questions. */
function answerAll(client: WsClient, sessionId: string): void {
  const asked = client.until(({ method, params }) => {
    if (method !== 'event') return false;
    const event = params as unknown as UniversalEvent;
    if (event.type === 'permission.requested') {
      void client.call('permission/reply', {
        sessionId,
        permissionId: event.data.permission_id,
        reply: 'once',
      });
    }
    if (event.type === 'question.requested') {
      const answers = event.data.questions.map(({ options }) => [options[0]?.label ?? 'free text']);
      void client.call('question/reply', { sessionId, questionId: event.data.question_id, answers });
    }
    return isEnd(event);
  });
  // A failing test closes the client first, and reports its own error.
  asked.catch(() => {});
}

/** Sends one message, waits for its turn, ends the session, and returns what WebSocket and SSE readers received. */
async function live(daemon: TestDaemon, { message, ends, background, endless }: MockMessage) {
  const sessionId = 'one';
  await daemon.create(sessionId);
  const client = await daemon.connect();
  await client.call('session/subscribe', { sessionId, offset: 0, includeRaw: true });
  const sse = readSse(`${daemon.url}/v1/sessions/${sessionId}/events/sse`, isEnd);
  answerAll(client, sessionId);
  await client.call('session/send', { sessionId, message });
  if (endless) {
    await client.until(({ method, params }) => method === 'event' && params.sequence === endless);
    await client.call('session/interrupt', { sessionId });
  }
  await client.event(sessionId, 'turn.ended');
  if (background)
    await client.until(
      ({ method, params }) => method === 'event' && isReport(params as unknown as UniversalEvent),
    );
  if (!ends) await client.call('session/terminate', { sessionId });
  await client.event(sessionId, 'session.ended');
  return { webSocket: client.events(sessionId), sse: await sse };
}

const withoutRaw = (events: UniversalEvent[]) => events.map((event) => ({ ...event, raw: null }));

describe('every message of the mock agent, over all three transports', () => {
  it.each(mockMessages)('$message', async (each) => {
    const daemon = await testDaemon({ timeouts: { interruptTimeoutMs: 300 } });
    const { webSocket, sse } = await live(daemon, each);
    const polled = await daemon.events('one');

    expect(sse).toEqual(polled);
    expect(withoutRaw(webSocket)).toEqual(polled);
    expect(violations(polled, { ended: true })).toEqual([]);
    expect(vocabularyProblems(polled)).toEqual([]);
    expect([...shown(polled)]).toEqual(expect.arrayContaining(each.shows));
    const flags = each.unparsed ? ['--ended', '--allow-unparsed'] : ['--ended'];
    expect(checkStream(polled, ...flags)).toBe('');
    expect(checkStream(sse, ...flags)).toBe('');
    expect(checkStream(webSocket, ...flags, '--raw')).toBe('');
  });
});
