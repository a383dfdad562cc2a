/** A message to the mock agent, and the expected effects. */
export interface MockMessage {
  message: string;
  /** Ends the session by itself. */
  ends?: true;
  /** Starts a sub-agent that outlives the turn, and reports at its end. */
  background?: true;
  /** Must be interrupted after this event. */
  endless?: number;
  /** Deliberately sends output that cannot be parsed. */
  unparsed?: true;
  /** Words that the stream must show; an empty stream would pass otherwise. */
  shows: string[];
}

export const mockMessages: MockMessage[] = [
  { message: 'Reply with exactly the single word OK.', shows: ['text:OK'] },
  { message: 'Reply with exactly the word FIRST.', shows: ['text:FIRST'] },
  { message: 'Reply with exactly the word SECOND.', shows: ['text:SECOND'] },
  { message: 'Answer briefly and include your reasoning.', shows: ['reasoning:public', 'reasoning:private'] },
  { message: 'Provide a short status update.', shows: ['status:Indexing/2 files', 'status:Indexing/Done'] },
  { message: 'status', shows: ['status:Indexing/Done'] },
  { message: 'help', shows: ['kind:message'] },
  {
    message: 'demo',
    shows: [
      'kind:system',
      'reasoning:public',
      'kind:status',
      'kind:tool_call',
      'part:image',
      'kind:unknown',
      'permission.requested',
      'question.requested',
      'error',
    ],
  },
  { message: 'markdown', shows: ['kind:message'] },
  {
    message: 'tool',
    shows: ['call:mock.search', 'tool:search', 'tool:edit', 'file:read', 'file:write', 'file:patch'],
  },
  { message: 'tools', shows: ['call:mock.search'] },
  { message: 'shell echo one; echo two', shows: ['kind:tool_result', 'delta:tool_result'] },
  { message: 'shell exit 3', shows: ['failed:tool_result'] },
  { message: 'image', shows: ['part:image'] },
  { message: 'unknown', shows: ['kind:unknown'] },
  { message: 'permission', shows: ['action:command_execution', 'action:file_change', 'permission.resolved'] },
  { message: 'permissions', shows: ['action:command_execution', 'action:file_change'] },
  {
    message: 'List files in the current directory using available tools.',
    shows: ['action:command_execution', 'kind:tool_result'],
  },
  { message: 'question', shows: ['question:Choose a color', 'questions:2'] },
  { message: 'questions', shows: ['question:Choose a color', 'questions:2'] },
  {
    message:
      'Use the AskUserQuestion tool to ask exactly one yes/no question, then wait for a reply. Do not answer yourself.',
    shows: ['question:Proceed?'],
  },
  { message: 'plan', shows: ['reasoning:public', 'question.requested'] },
  {
    message: 'todo',
    shows: ['call:mock.todo', 'tool:plan', 'status:plan/0 of 3 done', 'status:plan/2 of 3 done'],
  },
  { message: 'model other', shows: ['status:model/other', 'model:other'] },
  { message: 'context 1200 8000', shows: ['context:1200/8000'] },
  { message: 'compact', shows: ['status:compaction/Compacted from 12000 to 3000 tokens'] },
  { message: 'ratelimit', shows: ['notice:rate_limit'] },
  { message: 'mcp-fail', shows: ['status:mcp/demo: the process exited with code 1'] },
  {
    message: 'retry',
    shows: ['retried', 'category:overloaded', 'text:It worked the second time.', 'outcome:completed'],
  },
  { message: 'error', shows: ['error:mock_error', 'category:agent', 'outcome:error'] },
  { message: 'unparsed', unparsed: true, shows: ['agent.unparsed'] },
  { message: 'subagent', shows: ['nested', 'run:completed', 'thread:tool_call', 'thread:tool_result'] },
  { message: 'subagent ask', shows: ['thread:permission.requested', 'thread:tool_result'] },
  { message: 'subagent talk 20', shows: ['deltas:22', 'thread:message', 'run:completed'] },
  { message: 'subagent nest hello', shows: ['text:hello', 'runs:2'] },
  { message: 'subagent each hello there', shows: ['text:hello', 'text:there', 'runs:2'] },
  { message: 'subagent again hello', shows: ['text:hello'] },
  { message: 'subagent hold', endless: 14, shows: ['run:failed', 'outcome:interrupted'] },
  { message: 'background', background: true, shows: ['run:completed', 'kind:system'] },
  { message: 'background ask', background: true, shows: ['thread:permission.requested', 'kind:system'] },
  { message: 'background talk 20', background: true, shows: ['deltas:22', 'run:completed'] },
  { message: 'background hold', shows: ['run:failed', 'outcome:completed'] },
  { message: 'open 3', shows: ['failed:message', 'outcome:completed'] },
  { message: 'junk 3', unparsed: true, shows: ['agent.unparsed', 'text:done'] },
  { message: 'line 100000', shows: ['kind:message'] },
  { message: 'burst 500 32', shows: ['deltas:500'] },
  { message: 'burst 20 16 2000', shows: ['deltas:20'] },
  { message: 'sleep 5', shows: ['text:done'] },
  { message: 'sleep 600000', endless: 5, shows: ['outcome:interrupted'] },
  { message: 'stderr 5', shows: ['text:done'] },
  { message: 'crash 3', ends: true, shows: ['exit:3'] },
  { message: 'hang', endless: 6, shows: ['outcome:interrupted'] },
  { message: 'close stdin', shows: ['text:closing stdin', 'outcome:completed'] },
  { message: 'close stdout', endless: 6, shows: ['text:closing stdout', 'outcome:interrupted'] },
  { message: 'spawn', shows: ['kind:message'] },
  { message: 'escape', shows: ['kind:message'] },
  { message: 'end', ends: true, shows: ['reason:completed'] },
  { message: 'echo hello there', shows: ['text:hello there'] },
  { message: 'say hello', shows: ['text:hello'] },
  { message: 'Anything else', shows: ['text:Anything else'] },
];
