import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { mockAgent } from '../../src/agents/mock/index.js';
import { defaultLimits } from '../../src/schema/index.js';
import { AgentProcesses } from '../../src/sessions/agent-processes.js';
import { openIsolation } from '../../src/supervision/index.js';
import { hasBubblewrap, unlessThere } from '../support/bubblewrap.js';
import { tempFolder } from '../support/temp-folder.js';

describe.runIf(hasBubblewrap)(`an isolated process that sessions share${unlessThere}`, () => {
  it('reads the files that are shared with it, and no others', async () => {
    const dataFolder = await tempFolder();
    const { env } = process;
    const isolation = await openIsolation({ setting: 'require', dataFolder, env, warn: () => {} });
    const processes = new AgentProcesses({
      agents: [mockAgent],
      env,
      dataFolder,
      isolation,
      owner: 'house',
      graceMs: 500,
      limits: defaultLimits,
      logger: pino({ level: 'silent' }),
    });
    const attach = async (session: string) => {
      const folder = join(dataFolder, 'attachments', session);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'a.txt'), `of ${session}\n`);
      return join(folder, 'a.txt');
    };
    const [one, two] = [await attach('one'), await attach('two')];
    const lines: string[] = [];
    const server = processes.start(mockAgent, {
      name: 'agent:mock',
      command: '/bin/sh',
      args: ['-c', `read line; cat ${one} ${two}`],
      cwd: dataFolder,
      directory: null,
      isShared: true,
      onLine: (line) => lines.push(line),
    });
    await processes.share(mockAgent, 'agent:mock', 'one', [one]);
    await server.write('go');
    const { stderr } = await server.exited;
    expect(lines).toEqual(['of one']);
    expect(stderr.head).toContain('two/a.txt');
  });
});
