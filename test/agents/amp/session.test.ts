import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRunning } from '../../support/real/processes-at.js';
import { tempFolder } from '../../support/temp-folder.js';
import { AmpVenue } from './amp-venue.js';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Uses the stand-in program, as the real one needs Amp's service. */
describe('a session of the Amp stand-in', () => {
  it('holds a conversation in one process', { tags: ['text', 'lifecycle'] }, async () => {
    const amp = await AmpVenue.open();
    const session = await amp.begin();
    const first = await session.turn('say one');
    expect(first.texts).toEqual(['one']);
    expect(first.outcome).toBe('completed');
    expect(first.of('turn.ended')[0]?.data.metadata).toMatchObject({
      native: { stop_reason: 'end_turn' },
      usage: { input_tokens: 10, output_tokens: 2, total_tokens: 12 },
    });
    expect(first.of('item.delta').every(({ synthetic }) => synthetic)).toBe(true);
    expect((await session.turn('history')).texts).toEqual(['say one']);
    expect(first.items('message', 'user')).toHaveLength(1);
    await session.end();
    const starts = await amp.starts();
    expect(starts.map(({ pid }) => isRunning(pid))).toEqual([false]);
    expect(session.events()[0]?.data).toMatchObject({
      metadata: { agent: 'amp', version: '0.0.1790142911-g7618fb' },
    });
    expect(session.events().at(-1)?.native_session_id).toMatch(/^T-[0-9a-f-]{36}$/);
  });

  it('passes attachments', { tags: ['attachments'] }, async () => {
    const session = await (await AmpVenue.open()).begin();
    const image = join(session.directory, 'pixel.png');
    await writeFile(image, Buffer.from(PIXEL, 'base64'));
    await session.send('images', { attachments: [{ path: image }] });
    expect((await session.turnEnd()).texts).toEqual(['text, image/png']);
    await session.send('say look', { attachments: [{ path: 'notes.txt' }] });
    const { texts } = await session.turnEnd();
    expect(texts).toEqual([`look\n\n@${join(session.directory, 'notes.txt')}`]);
    await session.end();
  });

  it('passes MCP servers in a file that is removed with the session', { tags: ['own-mcp'] }, async () => {
    const amp = await AmpVenue.open({ TOKEN: 'sesame' });
    const session = await amp.begin({
      mcp: {
        near: { type: 'local', command: ['node', 'x.mjs'], env: { A: '1' } },
        far: { type: 'remote', url: 'http://127.0.0.1:1/mcp', transport: 'sse', bearerTokenEnvVar: 'TOKEN' },
      },
    });
    const [text] = (await session.turn('mcp')).texts;
    expect(JSON.parse(text!)).toEqual({
      near: { command: 'node', args: ['x.mjs'], env: { A: '1' } },
      far: { url: 'http://127.0.0.1:1/mcp', headers: { Authorization: 'Bearer sesame' }, transport: 'sse' },
    });
    expect(await amp.connectionFiles()).toHaveLength(1);
    await session.end();
    expect(await amp.connectionFiles()).toEqual([]);
    expect(JSON.stringify((await amp.starts())[0]?.values)).not.toContain('sesame');
  });

  it('uses the requested mode and effort, and can switch them', {
    tags: ['models', 'switching'],
  }, async () => {
    const amp = await AmpVenue.open();
    const session = await amp.begin({ agentMode: 'low' });
    await session.turn('say one');
    await session.configure({ variant: 'ultra' });
    expect((await session.turn('history')).texts).toEqual(['say one']);
    await session.end();
    const starts = await amp.starts();
    expect(starts.map(({ values }) => values.mode)).toEqual(['low', 'ultra']);
    expect(starts[1]?.positionals).toEqual([
      'threads',
      'continue',
      session.events().at(-1)?.native_session_id,
    ]);
  });

  it("respects the user's settings and does not write to them", async () => {
    const amp = await AmpVenue.open();
    const folder = join(amp.home, '.config', 'amp');
    const settings =
      '{ // mine\n "amp.showCosts": false, "amp.permissions": [{"tool": "Bash", "action": "ask"},], }';
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'settings.json'), settings);
    const session = await amp.begin();
    await session.send('bash true');
    await session.permit('once');
    await session.turnEnd();
    const [start] = await amp.starts();
    const file = String(start?.values['settings-file']);
    const used = JSON.parse(await readFile(file, 'utf8'));
    expect(used).toMatchObject({
      'amp.showCosts': false,
      'amp.dangerouslyAllowAll': false,
      'amp.updates.mode': 'disabled',
      'amp.notifications.enabled': false,
    });
    await session.end();
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe(settings);
    expect((await readdir(amp.home)).sort()).toEqual(['.config', 'log', 'threads']);
    expect(await readdir(session.directory)).toEqual([]);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  it('works in ten sessions at once', async () => {
    const amp = await AmpVenue.open();
    await Promise.all(
      Array.from({ length: 10 }, async (_, number) => {
        const session = await amp.begin({ directory: await tempFolder() });
        await session.send(`bash echo ${number}`);
        await session.permit('once');
        expect((await session.turnEnd()).results).toEqual([{ status: 'completed', output: `${number}\n` }]);
        await session.end();
      }),
    );
    expect(await amp.connectionFiles()).toEqual([]);
  });
});
