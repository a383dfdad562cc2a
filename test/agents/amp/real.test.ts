import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ampModes } from '../../../src/agents/amp/arguments.js';
import { ConnectionFiles } from '../../../src/agents/amp/connection-files.js';
import { mcpConfig } from '../../../src/agents/amp/mcp-config.js';
import type { Notice } from '../../../src/agents/amp/notices.js';
import { Permissions } from '../../../src/agents/amp/permissions.js';
import type { PermissionMode, PermissionReply } from '../../../src/schema/index.js';
import { Conversation } from '../../support/real/conversation.js';
import { installed, isWanted } from '../../support/real/install.js';
import { RealStage } from '../../support/real/stage.js';

const main = new URL('../../../dist/program/greenroom.js', import.meta.url).pathname;

/** A port without a listener in place of Amp's service. */
const AMP_URL = 'http://127.0.0.1:1';

/** Without its service the program can still be located, ask the permission helper, report errors and exit. */
describe.skipIf(!isWanted('amp'))('the real Amp CLI without its service', () => {
  let stage: RealStage;
  let program: string;
  beforeAll(async () => {
    program = await installed('amp');
    stage = await RealStage.open();
  }, 600_000);
  afterAll(async () => {
    expect(await stage?.close()).toEqual([]);
  });

  const daemonWith = (env: Record<string, string>) =>
    stage.daemon({ env: { GREENROOM_AMP_BIN: program, AMP_URL, ...env } });
  const begin = async (env: Record<string, string>, more: object = {}) =>
    Conversation.begin(await daemonWith(env), { agent: 'amp', ...more });
  const amp = (...args: string[]) => stage.run(program, args, stage.env({ AMP_URL, NO_COLOR: '1' }));

  it('is listed with its version', async () => {
    const env = stage.env({ GREENROOM_AMP_BIN: program });
    const { stdout } = await stage.run(process.execPath, [main, 'agents', '--json'], env);
    const { agents } = JSON.parse(String(stdout)) as { agents: { id: string }[] };
    expect(agents.find(({ id }) => id === 'amp')).toMatchObject({
      installed: true,
      version: '0.0.1790142911-g7618fb',
      credentialsAvailable: false,
    });
  });

  it('has the modes that we list, and no fork', async () => {
    const { stdout } = await amp('--help');
    expect(stdout).toContain(`(${ampModes.join(', ')}, or a plugin mode`);
    expect((await amp('threads', '--help')).stdout).not.toMatch(/fork/i);
  });

  it.each([
    ['begin', null, "Couldn't connect to the Amp server"],
    ['continue', 'T-00000000-0000-4000-8000-000000000001', 'Cannot reach Amp servers'],
  ])('cannot %s: accepts our arguments and reports the reason', async (_, resume, why) => {
    const daemon = await daemonWith({ AMP_API_KEY: 'not-a-key' });
    const options: object = { resume, agentMode: 'high' };
    const session = await Conversation.begin(daemon, { agent: 'amp', ...options });
    expect((await session.next('session.ended')).data).toMatchObject({
      reason: 'error',
      terminated_by: 'agent',
      exit_code: 1,
      stderr: { head: expect.stringContaining(why) },
    });
    await session.end();
    expect(await readdir(join(daemon.dataFolder, 'agents', 'amp', 'connections'))).toEqual([]);
  });

  it('fails each message, and the session continues', async () => {
    const session = await begin({ AMP_API_KEY: 'not-a-key' }, { onAgentExit: 'resume' });
    await session.next('error');
    for (const words of ['one', 'two']) {
      const turn = await session.turn(words);
      expect(turn.outcome).toBe('error');
      expect(turn.errors.at(-1)).toMatchObject({
        code: 'agent_process_exited',
        details: { exit_code: 1, stderr: { head: expect.stringContaining('connect') } },
      });
    }
    await session.end();
  });

  it('is not started without a key', async () => {
    const session = await begin({});
    const { data } = await session.next('session.ended');
    expect(data).toMatchObject({ reason: 'error', message: expect.stringContaining('set AMP_API_KEY') });
    await session.end();
  });

  it('is stopped when it starts a login, whose output is not shown', async () => {
    const XDG_DATA_HOME = join(await stage.workspace(), 'data');
    await mkdir(join(XDG_DATA_HOME, 'amp'), { recursive: true });
    const secrets = join(XDG_DATA_HOME, 'amp', 'secrets.json');
    await writeFile(secrets, JSON.stringify({ 'apiKey@http://elsewhere': 'not-a-key' }));
    const session = await begin({ XDG_DATA_HOME });
    const { data } = await session.next('session.ended');
    expect(data).toMatchObject({ reason: 'error', message: expect.stringContaining('amp login') });
    expect(JSON.stringify(session.events())).not.toContain('authToken');
    await session.end();
  });

  it('stores a login where we look for it', async () => {
    const XDG_DATA_HOME = join(await stage.workspace(), 'data');
    await mkdir(join(XDG_DATA_HOME, 'amp'), { recursive: true });
    await writeFile(
      join(XDG_DATA_HOME, 'amp', 'secrets.json'),
      JSON.stringify({ [`apiKey@${AMP_URL}`]: 'x' }),
    );
    const session = await begin({ XDG_DATA_HOME });
    const { data } = await session.next('session.ended');
    expect(data).toMatchObject({ stderr: { head: expect.stringContaining("Couldn't connect") } });
    await session.end();
  });

  it('accepts our MCP configuration', async () => {
    const file = join(await stage.workspace(), 'mcp.json');
    const timeoutMs = null;
    const servers = mcpConfig({
      near: { type: 'local', command: 'node', args: ['x.mjs'], env: { A: '1' }, timeoutMs },
      far: { type: 'remote', url: `${AMP_URL}/mcp`, transport: 'sse', headers: { A: '1' }, timeoutMs },
      web: { type: 'remote', url: `${AMP_URL}/mcp`, transport: 'http', headers: {}, timeoutMs },
    });
    await writeFile(file, JSON.stringify(servers));
    const { stdout } = await amp('mcp', 'list', '--json', '--mcp-config', file);
    const listed = JSON.parse(String(stdout)) as { name: string; spec: object }[];
    expect(Object.fromEntries(listed.map(({ name, spec }) => [name, spec]))).toMatchObject(servers);
  });

  describe('asks our helper', () => {
    /** Lets the program itself decide on a tool, with the settings of a session and a human who replies. */
    async function decision(tool: string[], mode: PermissionMode, reply?: PermissionReply, message?: string) {
      const workspace = await stage.workspace();
      const home = join(workspace, '.config', 'amp');
      await mkdir(home, { recursive: true });
      await writeFile(
        join(home, 'settings.json'),
        '{ // mine\n"amp.permissions": [{"tool": "Bash", "matches": {"cmd": "rm *"}, "action": "reject"}],\n}',
      );
      const files = await ConnectionFiles.in(join(workspace, 'connections'));
      const asked: Notice[] = [];
      const permissions = new Permissions(
        { permissionMode: mode, directory: workspace },
        files.socket,
        (notice) => {
          asked.push(notice);
          if (notice.type === 'permission_asked' && reply)
            permissions.reply(notice.request, reply, message ?? null);
        },
      );
      await permissions.open();
      try {
        const file = await permissions.writeSettings(files, { permissionMode: mode }, { HOME: workspace });
        const run = await amp('permissions', 'test', ...tool, '--json', '--settings-file', file);
        const { action } = JSON.parse(String(run.stdout)) as { action: string };
        return { action, output: String(run.stdout), asked };
      } finally {
        await permissions.close();
        await files.remove();
      }
    }
    const make = ['Bash', '--cmd', 'make all'];

    it('with the name and input of the tool', async () => {
      const { action, asked } = await decision(make, 'default', 'once');
      expect(action).toBe('allow');
      expect(asked).toMatchObject([{ type: 'permission_asked', tool: 'Bash', input: { cmd: 'make all' } }]);
    });

    it('and accepts a refusal with its reason', async () => {
      const { action, output } = await decision(make, 'default', 'reject', 'Not now.');
      expect([action, output]).toEqual(['reject', expect.stringContaining('Not now.')]);
    });

    it('but not for reads, accepted edits or in bypass mode', async () => {
      const edit = ['edit_file', '--path', 'a.txt', '--old_str', 'a', '--new_str', 'b'];
      for (const [tool, mode] of [
        [['Read', '--path', '/a'], 'default'],
        [edit, 'acceptEdits'],
        [make, 'bypass'],
      ] as const) {
        expect(await decision([...tool], mode)).toMatchObject({ action: 'allow', asked: [] });
      }
    });

    it("but not if the user's own rules decide", async () => {
      for (const mode of ['default', 'bypass'] as const)
        expect(await decision(['Bash', '--cmd', 'rm x'], mode)).toMatchObject({
          action: 'reject',
          asked: [],
        });
    });
  });

  it('writes only its own files to its home', async () => {
    const files = await readdir(stage.home, { recursive: true });
    expect(files.filter((name) => name.includes('settings'))).toEqual([]);
    expect(await readFile(join(stage.home, '.cache', 'amp', 'logs', 'cli.log'), 'utf8')).not.toBe('');
  });
});
