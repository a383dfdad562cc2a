import { expect, it } from 'vitest';
import { mcpTool } from '../../../src/agents/kit/mcp-tool.js';

it.each([
  ['mcp__github__create_issue', { server: 'github', tool: 'create_issue' }],
  ['mcp__a__b__c', { server: 'a', tool: 'b__c' }],
  ['mcp__a___b', { server: 'a', tool: '_b' }],
  ['mcp____a__b', { server: '__a', tool: 'b' }],
  ['mcp__github', { server: 'github', tool: null }],
  ['mcp__github__', { server: 'github__', tool: null }],
  ['mcp__', null],
  ['Bash', null],
])('%s', (name, parts) => {
  expect(mcpTool(name)).toEqual(parts);
});
