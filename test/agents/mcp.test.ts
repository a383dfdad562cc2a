import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type McpServer, mcpServers } from '../../src/agents/mcp.js';
import { type McpServerConfig, ProblemError } from '../../src/schema/index.js';
import { tempFolder } from '../support/temp-folder.js';

const one = (server: McpServerConfig, env = {}): McpServer | undefined =>
  mcpServers({ one: server }, env).one;

describe('MCP servers that a session brings', () => {
  it.each<[McpServerConfig & { type: 'local' }, string, string[]]>([
    [{ type: 'local', command: 'serve' }, 'serve', []],
    [{ type: 'local', command: 'serve', args: ['-v'] }, 'serve', ['-v']],
    [{ type: 'local', command: ['node', 'serve.js'], args: ['-v'] }, 'node', ['serve.js', '-v']],
  ])('are programs with arguments: %j', (server, command, args) => {
    expect(one(server)).toEqual({ type: 'local', command, args, env: {}, timeoutMs: null });
  });

  it('run in a folder of their own, also where the agent knows none', async () => {
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

  it('are not there where they are not enabled', () => {
    expect(one({ type: 'local', command: 'serve', enabled: false })).toBeUndefined();
  });

  it('find their secrets in the environment', () => {
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

  it('have no OAuth that the agent does not have', () => {
    const server = { type: 'remote', url: 'https://mcp.example' } as const;
    expect(() => one({ ...server, oauth: { clientId: 'c' } })).toThrow('one needs OAuth');
    expect(one({ ...server, oauth: false })).toMatchObject({ headers: {} });
  });

  it('say which variable is missing', () => {
    const server = { type: 'remote', url: 'https://mcp.example', bearerTokenEnvVar: 'GONE' } as const;
    expect(() => one(server)).toThrow(ProblemError);
    expect(() => one(server)).toThrow('one needs GONE, which is not set');
  });
});
