import { useTool } from '../tool.js';
import type { Turn } from '../turn.js';

/** A tool call that runs a sub-agent, which sends a message and uses a tool. */
export async function subagent(turn: Turn): Promise<void> {
  const message = turn.id('msg');
  turn.send({ type: 'message_start', message });
  turn.send({ type: 'message_delta', message, text: 'I will ask a subagent.' });
  turn.send({ type: 'message_end', message, text: 'I will ask a subagent.' });

  const input = { agent: 'explorer', task: 'Find the example' };
  await useTool(turn, { tool: 'agent', input, message }, async (parent_call) => {
    const nested = turn.id('msg');
    turn.send({ type: 'message_start', message: nested, parent_call });
    turn.send({ type: 'message_delta', message: nested, text: 'I am looking for it.' });
    turn.send({ type: 'message_end', message: nested, text: 'I am looking for it.', parent_call });
    await useTool(turn, { tool: 'mock.search', input: { query: 'example' }, message: nested }, () => ({
      ok: true,
      output: 'src/example.ts',
    }));
    return { ok: true, output: 'The example is in src/example.ts.' };
  });
}
