import type { Turn } from '../turn.js';

const commands: [command: string, description: string][] = [
  ['help', 'this list'],
  ['demo', 'one of nearly everything, one after another'],
  ['Reply with exactly the single word OK.', 'OK; likewise "… the word FIRST." and "… the word SECOND."'],
  ['Answer briefly and include your reasoning.', 'reasoning, public and private, then text'],
  ['status', 'a status item; also "Provide a short status update."'],
  ['markdown', 'a streamed markdown message'],
  ['tool', 'a search, then an edit of three files'],
  ['shell CMD', 'runs CMD for real in the working directory'],
  ['image', 'a message with an image'],
  ['unknown', 'an item of unknown kind'],
  ['permission', 'asks for permission twice: for a command, then for an edit'],
  ['List files in the current directory using available tools.', 'asks for permission, then lists them'],
  ['question', 'a question, then two questions at once'],
  ['Use the AskUserQuestion tool to ask exactly one yes/no question, …', 'Proceed?'],
  ['plan', 'reasoning, then a plan to approve'],
  ['subagent', 'a sub-agent, a thread of its own, that ends with the turn'],
  ['subagent ask [CMD]', 'the sub-agent asks for permission, then runs CMD for real'],
  ['subagent talk N', 'the sub-agent says N words in deltas'],
  ['subagent hold', 'the sub-agent begins to talk and does not end by itself'],
  ['subagent nest X', 'the sub-agent starts another one, which says X'],
  ['subagent each X Y …', 'a sub-agent for each word, all at once'],
  ['subagent again X', 'the latest sub-agent is called again, and says X'],
  [
    'background …',
    'all of these in the background: the turn ends at once, the sub-agent reports when it is done',
  ],
  ['error', 'an error that ends the turn'],
  ['unparsed', 'two lines that cannot be parsed'],
  ['open N', 'begins N messages and completes none of them'],
  ['junk N', 'N lines that cannot be parsed'],
  ['line BYTES', 'a message in one line of so many bytes'],
  ['burst N [BYTES] [PER_SECOND]', 'one message of N deltas'],
  ['sleep MS', 'is busy for MS milliseconds'],
  ['stderr N', 'N lines on stderr'],
  ['crash CODE', 'exits with CODE in the middle of a message'],
  ['hang', 'stops reading and writing, ignores SIGTERM'],
  ['spawn', 'starts a process that outlives this one'],
  ['close stdin', 'closes its input and stays alive; likewise "close stdout"'],
  ['escape', 'starts a process without environment, in a session of its own'],
  ['end', 'ends the session'],
  ['count', 'the number of messages in this conversation; also "how many"'],
  ['echo X', 'replies with X; so does "say X". Anything else is echoed'],
];

export function help(turn: Turn): void {
  const lines = commands.map(([command, description]) => `- \`${command}\`: ${description}`);
  turn.say(['The mock agent understands:', '', ...lines].join('\n'));
}
