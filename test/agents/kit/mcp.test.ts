import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type McpServer, mcpServers } from '../../../src/agents/kit/mcp.js';
import { type McpServerConfig, ProblemError } from '../../../src/schema/index.js';
import { tempFolder } from '../../support/temp-folder.js';

const one = (server: McpServerConfig, env = {}): McpServer | undefined =>
  mcpServers({ one: server }, env).one;

describe('MCP servers of a session', () => {
  it.each<[McpServerConfig & { type: 'local' }, string, string[]]>([
    [{ type: 'local', command: 'serve' }, 'serve', []],
    [{ type: 'local', command: 'serve', args: ['-v'] }, 'serve', ['-v']],
    [{ type: 'local', command: ['node', 'serve.js'], args: ['-v'] }, 'node', ['serve.js', '-v']],
  ])('are programs with arguments: %j', (server, command, args) => {
    expect(one(server)).toEqual({ type: 'local', command, args, env: {}, timeoutMs: null });
  });

  it('run in their own folder, even if the agent does not support it', async () => {
    const folder = `${await tempFolder()}/it's "quoted"`;
    await mkdir(folder);
    const server = one({
      type: 'local',
      command: ['sh', '-c', 'pwd; echo "$0"'],
      args: ['a b'],
      cwd: folder,
    });
    if (server?.type !== 'local') throw new Error('it is a local one');
    const { stdout } = await promisify(execFile)(server.command, server.args);
    expect(stdout).toBe(`${folder}\na b\n`);
  });

  it('are omitted if disabled', () => {
    expect(one({ type: 'local', command: 'serve', enabled: false })).toBeUndefined();
  });

  it('take secrets from the environment', () => {
    const server = one(
      {
        type: 'remote',
        url: 'https://mcp.example',
        headers: { Plain: 'p' },
        envHeaders: { Key: 'THE_KEY' },
        bearerTokenEnvVar: 'THE_TOKEN',
      },
      { THE_KEY: 'k', THE_TOKEN: 't' },
    );
    expect(server).toEqual({
      type: 'remote',
      url: 'https://mcp.example',
      transport: 'http',
      headers: { Plain: 'p', Key: 'k', Authorization: 'Bearer t' },
      timeoutMs: null,
    });
  });

  it('are refused if they need OAuth', () => {
    const server = { type: 'remote', url: 'https://mcp.example' } as const;
    expect(() => one({ ...server, oauth: { clientId: 'c' } })).toThrow('one needs OAuth');
    expect(one({ ...server, oauth: false })).toMatchObject({ headers: {} });
  });

  it('are refused if a variable is missing, which is named', () => {
    const server = { type: 'remote', url: 'https://mcp.example', bearerTokenEnvVar: 'GONE' } as const;
    expect(() => one(server)).toThrow(ProblemError);
    expect(() => one(server)).toThrow('one needs GONE, which is not set');
  });
});
