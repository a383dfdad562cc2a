import { fail, type MessagesReply, say, text, thinking, use } from '../../support/real/messages-api.js';
import { type Scripts, steps } from '../../support/real/script.js';

const bash = (command: string) => use('Bash', { command, description: 'A scripted command' });
const done = say(text('Done.'));

const colours = {
  question: 'Which colour?',
  header: 'Colour',
  multiSelect: false,
  options: [
    { label: 'Red', description: 'like a rose' },
    { label: 'Blue', description: 'like the sky' },
  ],
};
const sizes = {
  question: 'Which sizes?',
  header: 'Sizes',
  multiSelect: true,
  options: [
    { label: 'S', description: 'small' },
    { label: 'L', description: 'large' },
  ],
};

const helper = {
  description: 'Look',
  prompt: '[[below]] look',
  subagent_type: 'general-purpose',
  run_in_background: false,
};

/** What the model does, by the tag in the prompt. */
export const scripts: Scripts<MessagesReply> = {
  echo: ({ about }) => say(text(`You said ${about}, and I heard it.`)),
  thought: () => say(thinking('What could be meant by that? Hardly more.'), text('I thought about it.')),
  bash: steps<MessagesReply>(({ about }) => say(text('Let me see.'), bash(about)), done),
  'bash-twice': steps<MessagesReply>(
    ({ about }) => say(bash(about)),
    ({ about }) => say(bash(about)),
    done,
  ),
  edit: steps<MessagesReply>(
    ({ about }) => say(use('Write', { file_path: about, content: 'one\ntwo\n' })),
    ({ about }) => say(use('Edit', { file_path: about, old_string: 'two', new_string: 'three' })),
    done,
  ),
  ask: steps<MessagesReply>(say(use('AskUserQuestion', { questions: [colours, sizes] })), ({ results }) =>
    say(text(`Heard: ${results[0]}`)),
  ),
  // The plan is a file whose name the CLI tells the model.
  plan: steps<MessagesReply>(
    ({ body }) => say(use('Write', { file_path: planPath(body), content: '# Plan\n\n1. Look\n2. Leap\n' })),
    say(use('ExitPlanMode', {})),
    ({ results }) => say(text(`So it is: ${results[1]}`)),
  ),
  delegate: steps<MessagesReply>(say(use('Agent', helper)), say(text('My helper is back.'))),
  below: steps<MessagesReply>(say(bash('echo from below')), say(text('I looked.'))),
  mcp: steps<MessagesReply>(({ about }) => say(use('mcp__demo__echo', { text: about })), done),
  'own-mcp': steps<MessagesReply>(({ about }) => say(use('mcp__own__echo', { text: about })), done),
  'own-ask': steps<MessagesReply>(say(use('mcp__own__ask', {})), done),
  held: () => ({ blocks: [text('This begins and does not')], ending: 'held' }),
  'cut-streams': ({ body }) => {
    if (!body.includes('"stream":true')) return say(text('Half of a sentence, and the other half.'));
    return { blocks: [text('Half of a sent')], ending: 'held' };
  },
  unauthorized: () => fail(401, 'authentication_error'),
  limited: () => fail(429, 'rate_limit_error'),
  overloaded: () => fail(529, 'overloaded_error'),
};

function planPath(body: string): string {
  return /[^\s"`\\]+\/plans\/[\w-]+\.md/.exec(body)?.[0] ?? '/no/plan.md';
}
