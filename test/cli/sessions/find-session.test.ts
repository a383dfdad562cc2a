import { expect, it } from 'vitest';
import { rig } from './rig.js';

it('a session is named by its id, the beginning of one, or @last', async () => {
  const { daemon, ok, error } = await rig();
  expect(await error(5, 'inspect', '@last')).toContain('no sessions yet');
  for (const id of ['alpha', 'alpha-2', 'beta']) await daemon.create(id);
  const titled = async (name: string) => (await ok('inspect', name)).split('\n')[0];
  expect(await titled('alpha')).toBe('Session      alpha');
  expect(await titled('be')).toContain('beta');
  expect(await titled('@last')).toContain('beta');
  await daemon.say('alpha-2', 'echo hello');
  expect(await titled('@last')).toContain('alpha-2');
  expect(await error(2, 'inspect', 'al')).toBe('2 sessions begin with al: alpha-2, alpha');
  expect(await error(5, 'inspect', 'alpah')).toBe('there is no session alpah; did you mean alpha?');
  expect(await error(5, 'inspect', 'nobody')).toBe(
    'there is no session nobody; list them with: greenroom ls --all',
  );
  expect(await error(5, 'inspect', '../etc')).toContain('there is no session ../etc');
});
