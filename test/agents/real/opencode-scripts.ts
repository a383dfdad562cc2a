import { type ChatReply, call, fail, reasoning, say, text } from '../../support/real/chat-api.js';
import { type Scripts, steps } from '../../support/real/script.js';

type Reply = ChatReply;

const done = say(text('Done.'));
const bash = (command: string) => call('bash', { command, description: 'What was asked for' });
const task = (prompt: string) =>
  call('task', { description: 'Look around', prompt, subagent_type: 'general' });

const colours = {
  header: 'Colour',
  question: 'Which colour?',
  options: [
    { label: 'Red', description: 'like a rose' },
    { label: 'Blue', description: 'like the sky' },
  ],
};

const held: Reply = { output: [text('This begins and does not')], ending: 'held' };
const begun = new Set<string>();

/** What the model does, by the tag in the prompt. */
export const scripts: Scripts<Reply> = {
  echo: ({ about }) => say(text(`You said ${about}, and I heard it.`)),
  thought: () => say(reasoning('What could be meant? Hardly.'), text('I thought about it.')),
  shell: steps<Reply>(({ about }) => say(text('Let me see.'), bash(about)), done),
  'shell-twice': steps<Reply>(
    ({ about }) => say(bash(about)),
    ({ about }) => say(bash(about)),
    done,
  ),
  /** In the folder that it is told. */
  edit: steps<Reply>(
    ({ about }) => say(call('write', { filePath: `${about}/list.txt`, content: 'one\ntwo\n' })),
    ({ about }) => say(call('edit', { filePath: `${about}/list.txt`, oldString: 'two', newString: 'three' })),
    done,
  ),
  question: steps<Reply>(say(call('question', { questions: [colours] })), ({ results }) =>
    say(text(`Heard: ${results[0]}`)),
  ),
  delegate: steps<Reply>(({ about }) => say(task(`[[below ${about}]]`)), say(text('My helper is back.'))),
  'delegate-on': steps<Reply>(({ about }) => say(task(`[[below ${about}]]`)), held),
  below: steps<Reply>(({ about }) => say(bash(about)), say(text('I looked.'))),
  mcp: steps<Reply>(({ about }) => say(call('demo_echo', { text: about })), done),
  held: () => held,
  /** Held the first time, whole after that. */
  'held-once': ({ about }) => {
    if (begun.has(about)) return say(text('This begins and does end.'));
    begun.add(about);
    return held;
  },
  unauthorized: () => fail(401, 'invalid_api_key'),
  limited: () => fail(429, 'rate_limit_exceeded'),
  overloaded: () => fail(500, 'server_error'),
};
