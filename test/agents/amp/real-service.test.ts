import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { daemonProcess } from '../../support/program.js';
import { Conversation } from '../../support/real/conversation.js';
import { installed } from '../../support/real/install.js';
import { tempFolder } from '../../support/temp-folder.js';

const key = process.env.AMP_API_KEY;
if (!key) console.warn('Skipping the tests with the Amp service: AMP_API_KEY is not set.');

/** The only test that needs the network. It runs if there is an API key. */
describe.skipIf(!key)('the real Amp CLI with its service', () => {
  async function begin(more: object = {}): Promise<Conversation> {
    const { daemon } = await daemonProcess({ env: { GREENROOM_AMP_BIN: await installed('amp') } });
    const venue = { connect: () => daemon.connect(), stage: { workspace: () => tempFolder() } };
    return Conversation.begin(venue, { agent: 'amp', ...{ agentMode: 'low', ...more } });
  }

  it('holds a conversation', async () => {
    const session = await begin();
    const first = await session.turn('The word is "heron". Reply with that word only, and use no tool.');
    expect(first.texts.join(' ')).toMatch(/heron/i);
    expect(first.outcome).toBe('completed');
    const second = await session.turn('Which word was it? Reply with that word only, and use no tool.');
    expect(second.texts.join(' ')).toMatch(/heron/i);
    expect(session.events().at(-1)?.native_session_id).toMatch(/^T-/);
    await session.end();
  }, 300_000);

  it('runs a tool after permission', async () => {
    const session = await begin();
    await session.send('Run exactly this shell command, once: echo heron > made.txt');
    const asked = await session.permit('once');
    expect(asked.metadata).toMatchObject({ command: expect.stringContaining('echo heron') });
    const turn = await session.turnEnd();
    expect(turn.results[0]).toMatchObject({ status: 'completed' });
    expect(await readFile(join(session.directory, 'made.txt'), 'utf8')).toBe('heron\n');
    await session.end();
  }, 300_000);

  it('continues after an interrupt', async () => {
    const session = await begin({ permissionMode: 'bypass' });
    await session.send('The word is "heron". Run this shell command: sleep 120');
    await session.nextWhere(
      (event) => event.type === 'item.completed' && event.data.item.kind === 'tool_call',
    );
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    const turn = await session.turn('Which word was it? Reply with that word only, and use no tool.');
    expect(turn.texts.join(' ')).toMatch(/heron/i);
    await session.end();
  }, 300_000);
});
