import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import type { SessionQueue } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { nth } from '../support/turns.js';

const page = new URL('../../docs/protocol.md', import.meta.url);

it('the shell commands that change a queue work', async () => {
  const daemon = await testDaemon();
  await daemon.create('demo');
  await daemon.say('demo', 'sleep 600000');
  for (const messageId of ['two', 'three']) await daemon.say('demo', `echo ${messageId}`, { messageId });
  const [, code] = /^```sh\n(queue=.*?)^```$/ms.exec(await readFile(page, 'utf8'))!;
  // Each command on a line of its own, and its answer too.
  const script = code!
    .replace('127.0.0.1:2468', new URL(daemon.url).host)
    .replaceAll('curl -s', "curl -s -w '\\n'");
  const { stdout } = await execa('bash', ['-euo', 'pipefail', '-c', script]);
  const answers = stdout.split('\n').map((line) => JSON.parse(line) as SessionQueue);
  expect(answers.map(({ entries }) => entries.map(({ message }) => message))).toEqual([
    ['echo two', 'echo three'],
    ['echo a better three', 'echo two'],
    ['echo a better three'],
    ['echo a better three'],
  ]);
  await nth(daemon, 'demo', 'turn.ended', 2);
});
