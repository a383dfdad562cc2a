import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mockAgent } from '../../src/agents/mock/index.js';
import { type AgentCapabilities, type CreateSessionRequest, ProblemError } from '../../src/schema/index.js';
import { SessionConfig } from '../../src/sessions/config.js';
import { configOf } from '../../src/sessions/create.js';
import { Policy } from '../../src/sessions/policy.js';
import { Secrets } from '../../src/sessions/secrets/index.js';
import { noAgentDeps } from '../support/agent-deps.js';
import { tempFolder } from '../support/temp-folder.js';

const plain = { ...mockAgent, permissionModes: ['default' as const] };

async function created(
  request: Partial<CreateSessionRequest>,
  agent = mockAgent,
  resume: string | null = null,
) {
  const env = { HELD: 'a token' };
  const directory = import.meta.dirname;
  const defaults = { onAgentExit: 'end' as const, requestTimeoutMs: 7, directory };
  const secrets = new Secrets({ key: null, env });
  const offer = agent.open(noAgentDeps);
  const policy = new Policy({}, {});
  return configOf('s', { agent: 'mock', ...request }, agent, resume, { defaults, offer, secrets, policy });
}

async function problemOf(work: Promise<unknown>) {
  const error = await work.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ProblemError);
  return (error as ProblemError).problem;
}

describe('the configuration of a new session', () => {
  it('has defaults for everything that was omitted', async () => {
    const config = await created({});
    expect(SessionConfig.parse(config)).toEqual({
      uid: expect.stringMatching(/^[0-9a-z]{12}$/),
      agent: 'mock',
      agentMode: 'build',
      agentVersion: null,
      directory: import.meta.dirname,
      model: null,
      variant: null,
      permissionMode: 'default',
      title: null,
      env: {},
      onAgentExit: 'end',
      requestTimeoutMs: 7,
      trust: null,
      folderDecision: null,
      resume: null,
      fork: false,
      mcp: {},
      secrets: [],
      token: null,
      tapes: [],
    });
  });

  it('survives a crash of a shared process, whatever was requested', async () => {
    const shared = { ...mockAgent, capabilities: { ...mockAgent.capabilities, sharedProcess: true } };
    for (const onAgentExit of [undefined, 'end', 'resume'] as const) {
      const request = onAgentExit ? { onAgentExit } : {};
      expect(await created(request, shared)).toMatchObject({ onAgentExit: 'resume' });
    }
    expect(await created({ onAgentExit: 'resume' })).toMatchObject({ onAgentExit: 'resume' });
  });

  it('takes the timeout of requests from the request, else from the daemon', async () => {
    expect(await created({ requestTimeoutMs: 5 })).toMatchObject({ requestTimeoutMs: 5 });
    expect(await created({ requestTimeoutMs: null })).toMatchObject({ requestTimeoutMs: 7 });
  });

  it('treats null as omitted', async () => {
    const nulls = {
      agentMode: null,
      directory: null,
      model: null,
      variant: null,
      permissionMode: null,
      title: null,
      env: null,
      onAgentExit: null,
      resume: null,
      mcp: null,
      skills: null,
    };
    const { uid: _, ...config } = await created({});
    expect(await created(nulls)).toMatchObject(config);
  });

  it('is unique per session, even under the same id', async () => {
    expect((await created({})).uid).not.toBe((await created({})).uid);
  });

  it('applies a variant without a model to the default model', async () => {
    expect(await created({ variant: 'high' })).toMatchObject({ model: 'mock-1', variant: 'high' });
  });

  it.each([
    ['agentMode', { agentMode: 'fly' }, ['build', 'plan']],
    ['model', { model: 'mock-9' }, ['mock-1', 'mock-mini']],
    ['variant', { variant: 'huge' }, ['low', 'medium', 'high']],
    ['permissionMode', { permissionMode: 'plan' as const }, ['default']],
  ])(
    'rejects a %s that the agent does not offer, and lists the supported ones',
    async (field, request, supported) => {
      const problem = await problemOf(created(request, plain));
      expect(problem).toMatchObject({ type: 'urn:greenroom:error:mode_not_supported', field, supported });
      expect(problem.detail).toContain(supported.join(', '));
    },
  );

  const local = { type: 'local', command: 'serve' } as const;
  const remote = { type: 'remote', url: 'https://mcp.example' } as const;
  const able = (changes: Partial<AgentCapabilities>) => ({
    ...mockAgent,
    capabilities: { ...mockAgent.capabilities, ...changes },
  });

  it.each<[string, () => Promise<unknown>]>([
    ['mcp servers', () => created({ mcp: { files: local } })],
    ['fork', () => created({ fork: true, resume: 'mock-earlier' }, able({ fork: false }))],
    ['skills', () => created({ skills: { sources: [] } })],
    ['resume', () => created({}, able({ resume: false }), 'mock-earlier')],
  ])('rejects features that the agent lacks: %s', async (what, work) => {
    const { type, detail } = await problemOf(work());
    expect(type).toBe('urn:greenroom:error:mode_not_supported');
    expect(detail).toContain(what);
  });

  it.each(['-p', '--dangerously-skip-permissions', '', 'a\0b', 'a\nb'])(
    'rejects %j as a conversation to resume',
    async (resume) => {
      expect(await problemOf(created({}, mockAgent, resume))).toMatchObject({ status: 400, field: 'resume' });
    },
  );

  it('rejects a fork without a conversation to fork', async () => {
    expect(await problemOf(created({ fork: true }))).toMatchObject({ status: 400, field: 'fork' });
  });

  it('keeps MCP servers as given, and names missing environment variables', async () => {
    const mcp = { files: local, held: { ...remote, bearerTokenEnvVar: 'HELD' } };
    expect((await created({ mcp }, able({ mcpServers: true }))).mcp).toEqual(mcp);
    const lost = created(
      { mcp: { lost: { ...remote, envHeaders: { Key: 'LOST' } } } },
      able({ mcpServers: true }),
    );
    expect(await problemOf(lost)).toMatchObject({
      status: 400,
      field: 'mcp',
      detail: expect.stringContaining('lost needs LOST'),
    });
  });

  it('resolves the directory and rejects anything that is not one', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'real'));
    await symlink(join(folder, 'real'), join(folder, 'link'));
    await writeFile(join(folder, 'file'), '');
    expect(await created({ directory: `${folder}/real/../link/` })).toMatchObject({
      directory: join(folder, 'link'),
    });
    for (const name of ['file', 'nowhere', 'file/inside']) {
      const problem = await problemOf(created({ directory: join(folder, name) }));
      expect(problem).toMatchObject({ type: 'urn:greenroom:error:invalid_request', field: 'directory' });
    }
  });

  it.each<Record<string, string>>([{ '': 'x' }, { 'A=B': 'x' }, { 'A\0': 'x' }, { A: 'x\0y' }])(
    'rejects environment variables that no process can have: %j',
    async (env) => {
      const problem = await problemOf(created({ env }));
      expect(problem).toMatchObject({ type: 'urn:greenroom:error:invalid_request', field: 'env' });
    },
  );
});
