import { describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { runExample } from './example.js';

describe('examples/approve-from-a-script.js', () => {
  it('allows harmless commands and rejects the rest, including requests that were already pending', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    await daemon.create('watched');
    const reader = await daemon.connect();
    await reader.call('session/subscribe', { sessionId: 'watched', offset: 0 });
    await daemon.say('watched', 'permission');
    await reader.event('watched', 'permission.requested');
    const script = await runExample('node', ['approve-from-a-script.js', 'watched'], daemon);
    await script.printed('once: command_execution echo mock');
    await script.printed('reject: file_change');
    await reader.event('watched', 'turn.ended');
    const replies = (await daemon.events('watched')).flatMap((event) =>
      event.type === 'permission.resolved' ? [event.data.metadata.reply] : [],
    );
    expect(replies).toEqual(['once', 'reject']);

    await daemon.call('POST', '/v1/sessions/watched/terminate');
    expect((await script.child).exitCode).toBe(0);
  });
});

describe('examples/follow-with-curl.sh', () => {
  it('prints one event per line until the session ends', async () => {
    const daemon = await testDaemon({ token: 's3cret' });
    await daemon.create('followed');
    const script = await runExample('sh', ['follow-with-curl.sh', 'followed'], daemon);
    await script.printed('session.started');
    await daemon.say('followed', 'echo hello');
    await script.printed('turn.ended');
    await daemon.call('POST', '/v1/sessions/followed/terminate');
    await script.child;
    const events = script.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as UniversalEvent);
    expect(events).toEqual(await daemon.events('followed'));
  });
});
