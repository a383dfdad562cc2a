import {
  call,
  exec,
  fail,
  patch,
  type ResponsesReply,
  reasoning,
  say,
  text,
} from '../../support/real/responses-api.js';
import { type Scripts, steps } from '../../support/real/script.js';

type Reply = ResponsesReply;

const done = say(text('Done.'));
/** With this Codex asks before it leaves its sandbox for a command. */
const outside = { sandbox_permissions: 'require_escalated', justification: 'May I?' };

/** Where Codex has the tools for its helpers, of which it tells a model that searches for them. */
const helpers = 'multi_agent_v1';

const colours = {
  id: 'colour',
  header: 'Colour',
  question: 'Which colour?',
  options: [
    { label: 'Red', description: 'like a rose' },
    { label: 'Blue', description: 'like the sky' },
  ],
};

/** What the model does, by the tag in the prompt. */
export const scripts: Scripts<Reply> = {
  echo: ({ about }) => say(text(`You said ${about}, and I heard it.`)),
  thought: () =>
    say(
      reasoning('**Thinking**\n\nWhat could be meant?', '**More**\n\nHardly.'),
      text('I thought about it.'),
    ),
  shell: steps<Reply>(({ about }) => say(text('Let me see.'), exec(about)), done),
  ask: steps<Reply>(({ about }) => say(text('Let me see.'), exec(about, outside)), done),
  'ask-twice': steps<Reply>(
    ({ about }) => say(exec(about, outside)),
    ({ about }) => say(exec(about, outside)),
    done,
  ),
  edit: steps<Reply>(
    say(patch('*** Begin Patch\n*** Add File: list.txt\n+one\n+two\n*** End Patch\n')),
    say(patch('*** Begin Patch\n*** Update File: list.txt\n@@\n one\n-two\n+three\n*** End Patch\n')),
    done,
  ),
  question: steps<Reply>(say(call('request_user_input', { questions: [colours] })), ({ results }) =>
    say(text(`Heard: ${results[0]}`)),
  ),
  plan: () => say(text('Here it is.\n<proposed_plan>\n# Plan\n\n1. Look\n2. Leap\n</proposed_plan>\n')),
  delegate: steps<Reply>(
    say(call('spawn_agent', { message: '[[below]] look' }, helpers)),
    ({ results }) =>
      say(call('wait_agent', { targets: [agentIn(results[0]!)], timeout_ms: 30_000 }, helpers)),
    say(text('My helper is back.')),
  ),
  below: steps<Reply>(say(exec('echo from below')), say(text('I looked.'))),
  mcp: steps<Reply>(({ about }) => say(call('echo', { text: about }, 'mcp__demo')), done),
  'own-mcp': steps<Reply>(({ about }) => say(call('echo', { text: about }, 'mcp__own')), done),
  'own-ask': steps<Reply>(say(call('ask', {}, 'mcp__own')), done),
  held: () => ({ output: [text('This begins and does not')], ending: 'held' }),
  unauthorized: () => fail(401, 'invalid_api_key'),
  limited: () => fail(429, 'usage_limit_reached'),
  overloaded: () => ({ output: [], failed: 'server_is_overloaded' }),
};

function agentIn(result: string): string {
  return /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(result)?.[0] ?? result;
}
