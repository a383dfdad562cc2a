import { describe, expect, it } from 'vitest';
import { MockConnection } from '../../src/agents/mock/connection.js';
import { mockAgent } from '../../src/agents/mock/index.js';
import type { AgentCommand } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { turn } from '../support/turns.js';

const commandsOf = async (daemon: TestDaemon): Promise<AgentCommand[]> =>
  (await daemon.call<{ commands: AgentCommand[] }>('GET', '/v1/sessions/one/commands')).commands;

describe("the agent's commands", () => {
  it('are listed, also after a restart of the daemon', async () => {
    const dataFolder = await tempFolder();
    const daemon = await testDaemon({ dataFolder });
    await daemon.create('one');
    const shell = { name: 'shell', hint: '<command>', description: expect.any(String) };
    expect(await commandsOf(daemon)).toContainEqual(shell);
    await daemon.stop();
    expect(await commandsOf(await testDaemon({ dataFolder }))).toContainEqual(shell);
  });

  it('are announced when another process of the agent has others', async () => {
    const dataFolder = await tempFolder();
    const daemon = await testDaemon({ dataFolder });
    await daemon.create('one');
    await daemon.stop();
    const updated = await testDaemon({
      dataFolder,
      agents: [
        {
          ...mockAgent,
          open: () => ({ ...mockAgent.open({} as never), connect: (context) => new Updated(context) }),
        },
      ],
    });
    await turn(updated, 'one', 'say hi');
    expect(await commandsOf(updated)).toEqual([{ name: 'deploy' }]);
    const notices = (await updated.events('one')).flatMap(({ type, data }) =>
      type === 'item.completed' && data.item.kind === 'status' ? [data.item.content] : [],
    );
    expect(notices).toEqual([
      [
        { type: 'status', label: 'settings', detail: 'commands: 1' },
        { type: 'json', json: { commands: [{ name: 'deploy' }] } },
      ],
    ]);
    await turn(updated, 'one', 'say again');
    expect(await commandsOf(updated)).toEqual([{ name: 'deploy' }]);
  });
});

class Updated extends MockConnection {
  override async start() {
    const ready = await super.start();
    return { ...ready, metadata: { ...ready.metadata, commands: [{ name: 'deploy' }] } };
  }
}
