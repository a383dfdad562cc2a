import { describe, expect, test } from 'vitest';
import { scopeOf } from '../../../src/agents/claude/always.js';
import { asks, drafts } from './native-lines.js';

const scope = (...rules: object[]) =>
  scopeOf({ type: 'addRules', rules, behavior: 'allow', destination: 'session' }, ['/p']);

describe('scope of always', () => {
  test.each([
    ['Bash', 'npm test', 'the command "npm test"'],
    ['Bash', 'npm run *', 'commands that begin with "npm run"'],
    ['Bash', 'npm run:*', 'commands that begin with "npm run"'],
    ['Bash', 'git * main', 'commands like "git * main"'],
    ['Bash', 'echo a\n  echo b', 'the command "echo a echo b"'],
    ['Bash', undefined, 'all commands'],
    ['Edit', '//p/src/a.ts', 'edits of src/a.ts'],
    ['Edit', undefined, 'all edits'],
    ['Read', '//etc/**', 'reading files in /etc'],
    ['Read', undefined, 'reading any file'],
    ['WebFetch', 'domain:example.com', 'fetching from example.com'],
    ['WebFetch', undefined, 'fetching from any site'],
    ['WebSearch', undefined, 'web searches'],
    ['mcp__my_files__read_file', undefined, 'the tool "read file" of the MCP server my files'],
    ['mcp__files', undefined, 'all tools of the MCP server files'],
    ['Skill', 'verify', 'uses of Skill for "verify"'],
    ['Monitor', undefined, 'uses of Monitor'],
  ])('%s(%s)', (toolName, ruleContent, words) => {
    const rule = { toolName, ...(ruleContent === undefined ? {} : { ruleContent }) };
    expect(scope(rule)).toBe(`${words} in this session`);
  });

  test('covers several rules', () => {
    const push = { toolName: 'Bash', ruleContent: 'git push *' };
    const curl = { toolName: 'Bash', ruleContent: 'curl x' };
    expect(scope(push, curl)).toBe(
      'commands that begin with "git push" and the command "curl x" in this session',
    );
  });

  test('shortens a long command, and says something about an unknown rule', () => {
    expect(scope({ toolName: 'Bash', ruleContent: 'x'.repeat(500) }).length).toBeLessThan(150);
    expect(scope({ tool: 'Bash' })).toBe('uses of this tool in this session');
  });
});

describe('replies', () => {
  const replies = (tool: string, input: object, permission_suggestions: object[]) =>
    drafts(asks('r1', tool, input, { permission_suggestions })).map((draft) =>
      draft.type === 'permission.requested' ? draft.metadata.replies : [],
    );
  const mode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
  const directories = { type: 'addDirectories', directories: ['/p'], destination: 'session' };

  test.each([
    ['a command without a safe rule', 'Bash', { command: 'x' }, [directories, mode], false],
    ['a denying rule', 'Bash', { command: 'x' }, [{ type: 'addRules', rules: [], behavior: 'deny' }], false],
    ['an edit', 'Edit', { file_path: '/p/a' }, [mode], true],
    ['an edit of a file with a name like a pattern', 'Edit', { file_path: '/p/[a]' }, [mode], false],
  ])('%s', (_, tool, input, suggestions, isAlways) => {
    expect(replies(tool, input, suggestions)).toEqual([
      isAlways ? ['once', 'always', 'reject'] : ['once', 'reject'],
    ]);
  });
});
