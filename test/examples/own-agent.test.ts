import { expect, it } from 'vitest';
import { testClient } from '../client/support.js';
import { runExample } from './example.js';

it('examples/your-own-agent.js hosts an agent that Greenroom does not know', async () => {
  const example = await runExample('node', ['your-own-agent.js', '0']);
  await example.printed('listening on ');
  const [, url] = /(http:\S+)/.exec(example.text)!;
  const client = testClient(url!);
  expect((await client.agents.list()).map(({ id }) => id)).toEqual(['calculator']);
  const session = await client.sessions.create({ agent: 'calculator' });
  expect(session.created).toMatchObject({ healthy: true, model: null });
  expect(await session.send('6 * 7')).toMatchObject({ outcome: 'completed', text: '42' });
  expect(await session.send('6 *')).toMatchObject({ outcome: 'error' });
  client.close();
  example.child.kill('SIGTERM');
  expect((await example.child).exitCode).toBe(0);
});
