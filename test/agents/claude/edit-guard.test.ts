import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guardEdit } from '../../../src/agents/claude/edit-guard.js';
import { tempFolder } from '../../support/temp-folder.js';

const hook = (tool_name: string, tool_input: object) => ({ request: { input: { tool_name, tool_input } } });
const write = (file_path: string) => hook('Write', { file_path, content: '' });
const run = (command: string) => hook('Bash', { command });
const asks = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' } };

test.each([
  ['default', write('opencode.json'), true],
  ['acceptEdits', write('sub/.codex/config.toml'), true],
  ['acceptEdits', write('innocent'), true],
  ['plan', write('.mcp.json'), true],
  ['bypass', write('opencode.json'), false],
  ['acceptEdits', write('src/a.txt'), false],
  ['acceptEdits', write('CLAUDE.md'), false],
  ['acceptEdits', hook('NotebookEdit', { notebook_path: '.claude/a.ipynb' }), true],
  ['acceptEdits', run('cp a.txt opencode.json'), true],
  ['acceptEdits', run("cat 'a.txt'>'innocent'"), true],
  ['acceptEdits', run('cat opencode.json'), false],
  ['acceptEdits', run('cp a.txt b.txt'), false],
  // Asked for anyway, as a command.
  ['default', run('cp a.txt opencode.json'), false],
] as const)('in %s, %j has to be asked for: %s', async (mode, given, isAsked) => {
  const directory = await tempFolder();
  await symlink('opencode.json', join(directory, 'innocent'));
  const response = await guardEdit(given, mode, directory);
  if (isAsked) expect(response).toMatchObject(asks);
  else expect(response).toEqual({});
});
