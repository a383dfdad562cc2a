import { expect, test } from 'vitest';
import { scriptIn } from '../../../src/agents/codex/shell.js';

test.each([
  ["/bin/bash -lc 'npm test'", 'npm test'],
  ['/bin/bash -lc ls', 'ls'],
  ["/usr/bin/zsh -c 'a && b'", 'a && b'],
  ["sh -c 'first\nsecond'", 'first\nsecond'],
  [`/bin/bash -lc "echo 'it is' \\"\\$HOME\\" \\\\n"`, `echo 'it is' "$HOME" \\n`],
  [`/bin/bash -lc 'echo '"'"'quoted'"'"`, `echo 'quoted'`],
  ["/bin/bash -lc 'echo '\\''quoted'\\'", "echo 'quoted'"],
])('the script of %s', (command, script) => {
  expect(scriptIn(command)).toBe(script);
});

test.each([['ls -la'], ["/bin/bash -lc 'unfinished"], ['/bin/bash -lc two words'], ['python -c 1']])(
  'leaves %s as it is',
  (command) => {
    expect(scriptIn(command)).toBe(command);
  },
);
