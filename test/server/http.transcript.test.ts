import { describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { nth, turn } from '../support/turns.js';

async function text(daemon: TestDaemon, path: string): Promise<{ type: string | null; body: string }> {
  const response = await daemon.fetch('GET', `/v1/sessions/one/${path}`);
  expect(response.status).toBe(200);
  return { type: response.headers.get('content-type'), body: await response.text() };
}

describe('the transcript of a session', () => {
  it('has all events, one per line', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'burst 2000 64');
    for (const [query, raw] of [
      ['', ''],
      ['?include_raw=true', 'include_raw=true'],
    ]) {
      const { type, body } = await text(daemon, `transcript.jsonl${query}`);
      expect(type).toMatch(/^application\/x-ndjson/);
      expect(body.endsWith('\n')).toBe(true);
      const events = body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as UniversalEvent);
      expect(events).toEqual(await daemon.events('one', raw));
    }
  });

  it('is also available as Markdown', async () => {
    const daemon = await testDaemon();
    await daemon.create('one', { title: 'A fine day' });
    await turn(daemon, 'one', 'echo hello there');
    await turn(daemon, 'one', 'tool');
    await turn(daemon, 'one', 'shell echo out; exit 3');
    await turn(daemon, 'one', 'Answer briefly and include your reasoning.');
    await turn(daemon, 'one', 'subagent each word');
    await turn(daemon, 'one', 'error');
    await daemon.say('one', 'permission');
    await nth(daemon, 'one', 'permission.requested');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    const { type, body } = await text(daemon, 'transcript.md');
    expect(type).toMatch(/^text\/markdown/);
    for (const part of [
      '# A fine day',
      '## User\n\necho hello there',
      '## Assistant\n\nhello there',
      'example',
      '```diff\n',
      '```\nout\n',
      '*failed*',
      '> The question is short',
      '## Sub-agent\n\nword',
      '*Sub-agent: Say word*',
      '> **Error** ',
      '> **Permission** `echo mock`: cancelled',
      '*Session ended: terminated*',
    ]) {
      expect(body).toContain(part);
    }
  });

  it('is short but valid for a session without messages', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    expect((await text(daemon, 'transcript.md')).body).toMatch(/^# one\n\nmock, \d{4}-\d\d-\d\dT/);
    expect((await text(daemon, 'transcript.jsonl')).body.trimEnd().split('\n')).toHaveLength(1);
  });
});
