// @ts-check
// A chat in the terminal: streams text, shows tools, asks you for permissions and answers. Ctrl-C interrupts, Ctrl-D quits.
// Run it beside a daemon, after `npm install @greenroom/client`: GREENROOM_TOKEN=… node terminal-chat.js [agent] [session]
import { createInterface } from 'node:readline/promises';
import { GreenroomClient } from '@greenroom/client';

const [agent = 'mock', sessionId = `chat-${Date.now()}`] = process.argv.slice(2);
const { GREENROOM_URL: url = 'http://127.0.0.1:2468', GREENROOM_TOKEN: token = null } = process.env;

const client = new GreenroomClient({ url, token });
const terminal = createInterface({ input: process.stdin, output: process.stdout });
let isBusy = false;
/** The questions that are on screen; each can be withdrawn when somebody else answers it. */
const asked = new Map();
/** Items whose text was shown while it streamed. */
const streamed = new Set();

client.onState((state) => {
  if (state.status === 'offline') console.error(`[offline: ${state.reason}; trying again]`);
  if (state.status === 'refused') quit(`[refused: ${state.problem.detail}]`);
});
for (const source of [terminal, process]) source.on('SIGINT', () => (isBusy ? interrupt() : quit()));
terminal.on('close', () => quit());

await client.online();
const session = await client.sessions.create({ sessionId, agent });
session.subscribe({ event: show, failed: (error) => quit(error.message) });
for (;;) {
  const message = await terminal.question('\n> ');
  if (message.trim() === '') continue;
  isBusy = true;
  const { outcome } = await session.send(message);
  isBusy = false;
  if (outcome !== 'completed') console.log(`\n[${outcome}]`);
}

/** @param {import('@greenroom/client').UniversalEvent} event */
function show(event) {
  switch (event.type) {
    case 'item.started':
      return showStart(event.data.item);
    case 'item.delta':
      streamed.add(event.data.item_id);
      return process.stdout.write(event.data.delta);
    case 'item.completed':
      return showEnd(event.data.item);
    case 'permission.requested':
      return ask(event.data.permission_id, (question) => permit(event.data, question));
    case 'question.requested':
      return ask(event.data.question_id, (question) => answer(event.data, question));
    case 'permission.resolved':
      return asked.get(event.data.permission_id)?.abort();
    case 'question.resolved':
      return asked.get(event.data.question_id)?.abort();
    case 'error':
      return console.log(`\n[error: ${event.data.message}]`);
    case 'session.ended':
      return quit(`\n[session ended: ${event.data.reason}]`);
  }
}

/** @param {import('@greenroom/client').UniversalItem} item */
function showStart({ content }) {
  for (const part of content) {
    if (part.type === 'tool_call') console.log(`\n● ${part.name} ${part.arguments}`);
  }
}

/** @param {import('@greenroom/client').UniversalItem} item */
function showEnd({ item_id, role, content }) {
  if (role === 'user') return;
  if (streamed.delete(item_id)) return console.log();
  for (const part of content) {
    if (part.type === 'text') console.log(part.text);
    if (part.type === 'tool_result') console.log(part.output.trimEnd());
    if (part.type === 'file_ref') console.log(`${part.action} ${part.path}\n${part.diff ?? ''}`);
  }
}

/**
 * Asks until there is an answer, here or elsewhere.
 * @param {string} id
 * @param {(question: (text: string) => Promise<string>) => Promise<void>} conversation
 */
function ask(id, conversation) {
  const withdrawn = new AbortController();
  asked.set(id, withdrawn);
  conversation((text) => terminal.question(text, { signal: withdrawn.signal }))
    .catch((error) => console.log(withdrawn.signal.aborted ? '' : `[${error.message}]`))
    .finally(() => asked.delete(id));
}

/**
 * @param {import('@greenroom/client').PermissionData} request
 * @param {(text: string) => Promise<string>} question
 */
async function permit({ permission_id, action, metadata }, question) {
  console.log(`\n? ${action}: ${metadata.command ?? metadata.path ?? JSON.stringify(metadata.input)}`);
  const replies = /** @type {const} */ ({ y: 'once', a: 'always', n: 'reject' });
  const key = (await question('  allow? (y)es, (a)lways, (n)o: ')).trim().toLowerCase()[0] ?? '';
  const reply = key in replies ? replies[/** @type {keyof typeof replies} */ (key)] : 'reject';
  await session.replyPermission(permission_id, reply);
}

/**
 * @param {import('@greenroom/client').QuestionData} request
 * @param {(text: string) => Promise<string>} question
 */
async function answer({ question_id, questions }, question) {
  const answers = [];
  for (const { prompt, options, multi_select } of questions) {
    const labels = options.map(({ label }, i) => `${i + 1} ${label}`).join(', ');
    const text = await question(`\n? ${prompt} (${labels}${multi_select ? '; several with commas' : ''}): `);
    const given = multi_select ? text.split(',') : [text];
    answers.push(given.map((each) => options[Number(each) - 1]?.label ?? each.trim()));
  }
  await session.answerQuestion(question_id, answers);
}

function interrupt() {
  session.interrupt().catch((error) => console.log(`[${error.message}]`));
}

function quit(message = '') {
  if (message) console.log(message);
  process.exit();
}
