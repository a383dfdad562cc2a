import { readdir } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import type { SessionState } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { Memory, MemoryLog } from '../support/memory-log.js';
import { tempFolder } from '../support/temp-folder.js';
import { assistantTexts } from '../support/texts.js';
import { turn } from '../support/turns.js';

describe('a daemon with a custom log', () => {
  it('stores its sessions only there, and restores them after a restart', async () => {
    const dataFolder = await tempFolder();
    const memory = new Memory();
    const log = async () => new MemoryLog(memory);
    const first = await testDaemon({ dataFolder, log });
    await first.create('one');
    expect(assistantTexts(await turn(first, 'one', 'count'))).toEqual(['1']);
    const events = await first.events('one', 'includeRaw=true');
    await first.stop();
    expect(await readdir(dataFolder)).not.toContain('greenroom.sqlite');

    const second = await testDaemon({ dataFolder, log });
    expect(await second.events('one', 'includeRaw=true')).toEqual(events);
    expect(assistantTexts(await turn(second, 'one', 'count'))).toEqual(['2']);
  });

  it('keeps a checkpoint every thousand events or so, and replays past states from the last one before', async () => {
    const log = new MemoryLog();
    const daemon = await testDaemon({ log: async () => log });
    await daemon.create('one');
    await turn(daemon, 'one', 'burst 6000 8');
    await turn(daemon, 'one', 'count');
    const last = await log.tail('one');
    const kept = await log.checkpoint('one', last - 1);
    expect(kept).toMatchObject({ keep: true, sequence: expect.any(Number) });
    expect(kept!.sequence).toBeGreaterThanOrEqual(1000);

    const read = vi.spyOn(log, 'read');
    const path = `/v1/sessions/one/state?at=${last - 1}`;
    expect((await daemon.call<SessionState>('GET', path)).sequence).toBe(last - 1);
    expect(read.mock.calls.map(([, after]) => after)).toEqual([kept!.sequence]);
  });

  it('recognises messages after a restart, though its checkpoints do not have them', async () => {
    const memory = new Memory();
    const log = async () => new MemoryLog(memory);
    const first = await testDaemon({ log });
    await first.create('one');
    const path = '/v1/sessions/one/messages';
    const given = { message: 'sleep 600000', messageId: 'm-1' };
    await first.call('POST', path, given);
    await first.stop();

    const second = await testDaemon({ log });
    const post = (body: object) => second.fetch('POST', path, body, { prefer: 'return=representation' });
    expect(await (await post(given)).json()).toEqual({ messageId: 'm-1', disposition: 'duplicate' });
    expect((await post({ ...given, message: 'other' })).status).toBe(409);
  });

  it('does not load a session to tell its past', async () => {
    const memory = new Memory();
    const first = await testDaemon({ log: async () => new MemoryLog(memory) });
    await first.create('one');
    await turn(first, 'one', 'count');
    await first.stop();

    const log = new MemoryLog(memory);
    const second = await testDaemon({ log: async () => log });
    const read = vi.spyOn(log, 'queue');
    expect((await second.call<SessionState>('GET', '/v1/sessions/one/state?at=2')).sequence).toBe(2);
    expect(read).not.toHaveBeenCalled();
    await second.call('GET', '/v1/sessions/one/state');
    expect(read).toHaveBeenCalled();
  });
});
