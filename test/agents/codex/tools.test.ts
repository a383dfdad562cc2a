import { expect, test } from 'vitest';
import type { ToolItem } from '../../../src/agents/codex/tools.js';
import { toolOf } from '../../../src/agents/codex/tools.js';

const agents = { receiverThreadIds: [], agentsStates: {}, model: null, reasoningEffort: null };

test.each<[object, string, string]>([
  [{ type: 'commandExecution', command: "/bin/bash -lc 'npm test\nls'", cwd: '/w' }, 'execute', 'npm test'],
  [{ type: 'commandExecution', command: '', cwd: '/w' }, 'execute', 'Command'],
  [
    { type: 'fileChange', changes: [{ path: '/w/src/a.ts', kind: { type: 'add' }, diff: '' }] },
    'edit',
    'src/a.ts',
  ],
  [{ type: 'mcpToolCall', server: 'demo', tool: 'echo', arguments: {} }, 'other', 'demo: echo'],
  [{ type: 'dynamicToolCall', namespace: null, tool: 'lookup', arguments: {} }, 'other', 'lookup'],
  [{ type: 'dynamicToolCall', namespace: 'crm', tool: 'lookup', arguments: {} }, 'other', 'crm: lookup'],
  [{ type: 'collabAgentToolCall', tool: 'spawnAgent', prompt: 'Look\nhere', ...agents }, 'agent', 'Look'],
  [{ type: 'collabAgentToolCall', tool: 'closeAgent', prompt: null, ...agents }, 'agent', 'Close agent'],
  [{ type: 'collabAgentToolCall', tool: 'wait', prompt: null, ...agents }, 'agent', 'Wait for agents'],
  [
    { type: 'subAgentActivity', kind: 'started', agentPath: '/root/helper', agentThreadId: 't' },
    'agent',
    'helper',
  ],
  [{ type: 'webSearch', query: 'weather', action: { type: 'search' } }, 'fetch', 'weather'],
  [
    { type: 'webSearch', query: '', action: { type: 'openPage', url: 'https://a.b' } },
    'fetch',
    'https://a.b',
  ],
  [{ type: 'webSearch', query: '', action: null }, 'fetch', 'Web search'],
  [{ type: 'imageView', path: '/w/dot.png' }, 'read', 'dot.png'],
  [{ type: 'imageGeneration', revisedPrompt: 'A cat' }, 'other', 'A cat'],
  [{ type: 'imageGeneration', revisedPrompt: null }, 'other', 'Image generation'],
  [{ type: 'sleep', durationMs: 1500 }, 'other', 'Sleep for 1.5 s'],
  [{ type: 'functionCallOutput', name: 'f', namespace: 'n', output: '' }, 'other', 'n: f'],
])('%j has a kind and a title', (item, kind, title) => {
  expect(toolOf(item as ToolItem, ['/w'])).toMatchObject({ kind, title });
});
