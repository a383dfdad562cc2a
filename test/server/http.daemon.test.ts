import { describe, expect, it } from 'vitest';
import { AgentListResponse, AgentModelsResponse, AgentModesResponse } from '../../src/schema/index.js';
import { version } from '../../src/server/index.js';
import { testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { turn } from '../support/turns.js';

describe('the daemon itself', () => {
  it('reports that it is alive and ready, and its version', async () => {
    const daemon = await testDaemon();
    expect(await daemon.call('GET', '/v1/health')).toEqual({ status: 'ok', version });
    expect(await daemon.call('GET', '/v1/ready')).toEqual({ status: 'ok', version });
  });

  it('gives each request an id that appears in its log', async () => {
    const daemon = await testDaemon();
    const ids = [];
    for (const path of ['/v1/health', '/v1/health', '/v1/nowhere']) {
      ids.push((await daemon.fetch('GET', path)).headers.get('x-request-id'));
    }
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain(null);
  });

  it('exposes Prometheus metrics', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await turn(daemon, 'one', 'echo hi');
    await daemon.create('two');
    await daemon.call('POST', '/v1/sessions/two/terminate');
    const client = await daemon.connect();
    await client.call('session/list');
    const response = await daemon.fetch('GET', '/metrics');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    const figures = await response.text();
    const events = (await daemon.events('one')).length + (await daemon.events('two')).length;
    for (const line of [
      `greenroom_events_total ${events}`,
      'greenroom_sessions{status="idle"} 1',
      'greenroom_sessions{status="ended"} 1',
      'greenroom_agents{state="running"} 1',
      'greenroom_agents{state="waiting"} 0',
      'greenroom_websockets 1',
      'greenroom_rpc_calls_total{method="session/list",outcome="ok"} 1',
    ]) {
      expect(figures.split('\n')).toContain(line);
    }
    expect(figures).toMatch(
      /greenroom_http_request_seconds_count\{.*route="\/v1\/sessions\/:sessionId".*\} 2/,
    );
  });
});

describe('the agents', () => {
  it('are listed with their capabilities', async () => {
    const daemon = await testDaemon();
    const { agents } = AgentListResponse.parse(await daemon.call('GET', '/v1/agents'));
    const mock = agents.find(({ id }) => id === 'mock');
    expect(mock).toMatchObject({ installed: true, credentialsAvailable: true, version: expect.any(String) });
    expect(mock!.path).toMatch(/main\.js$/);
  });

  it('are listed as not installed if they are missing', async () => {
    const daemon = await testDaemon({ env: { GREENROOM_MOCK_BIN: '/nowhere/mock' } });
    const { agents } = AgentListResponse.parse(await daemon.call('GET', '/v1/agents'));
    expect(agents.find(({ id }) => id === 'mock')).toMatchObject({
      installed: false,
      path: null,
      version: null,
    });
  });

  it('list their modes and models', async () => {
    const daemon = await testDaemon();
    const { modes } = AgentModesResponse.parse(await daemon.call('GET', '/v1/agents/mock/modes'));
    expect(modes.map(({ id }) => id)).toEqual(['build', 'plan']);
    const models = AgentModelsResponse.parse(await daemon.call('GET', '/v1/agents/mock/models'));
    expect(models).toMatchObject({
      defaultModel: 'mock-1',
      models: [{ id: 'mock-1', variants: ['low', 'medium', 'high'] }, { id: 'mock-mini' }],
    });
  });

  it.each([
    ['GET', '/v1/agents/nobody/modes'],
    ['GET', '/v1/agents/nobody/models'],
    ['POST', '/v1/agents/nobody/install'],
  ])('are refused if unknown, with a list of the known ones: %s %s', async (method, path) => {
    const daemon = await testDaemon();
    const problem = await expectProblem(await daemon.fetch(method, path), 'unsupported_agent');
    expect(problem.supported).toContain('mock');
  });

  it('need no installation if they are present', async () => {
    const daemon = await testDaemon();
    for (const body of [undefined, {}, { reinstall: false }]) {
      expect((await daemon.fetch('POST', '/v1/agents/mock/install', body)).status).toBe(204);
    }
  });

  it('report that they cannot be installed', async () => {
    const daemon = await testDaemon({ env: { GREENROOM_MOCK_BIN: '/nowhere/mock' } });
    await expectProblem(await daemon.fetch('POST', '/v1/agents/mock/install'), 'agent_unavailable');
  });
});
