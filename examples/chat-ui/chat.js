// @ts-check
import { contentOf, GreenroomClient, permissionOf, Transcript, toolCallOf } from '@greenroom/client';

// --- Who and what: index.html#token=TOKEN&agent=mock&session=my-session&url=http://127.0.0.1:2468
const given = new URLSearchParams(location.hash.slice(1));
// The token leaves the address bar, so that nobody copies it by accident.
history.replaceState(null, '', location.pathname);
const client = new GreenroomClient({
  url: given.get('url') ?? 'http://127.0.0.1:2468',
  token: given.get('token'),
});

// --- The page
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const message = /** @type {HTMLInputElement} */ (byId('message'));
const interrupt = /** @type {HTMLButtonElement} */ (byId('interrupt'));
const say = (/** @type {string} */ text) => {
  byId('status').textContent = text;
};

const failed = (/** @type {unknown} */ error) => say(error instanceof Error ? error.message : String(error));

/** @param {string} tag @param {string} className @param {...(string | Node)} children */
function element(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

// --- The connection
client.onState((state) => {
  if (state.status === 'offline') say(`Offline: ${state.reason}. Trying again …`);
  if (state.status === 'refused') say(`Refused: ${state.problem.detail}`);
  if (state.status === 'online' && !message.disabled) say('Ready');
});
await client.online();
const known = given.get('session');
const session = known
  ? client.session(known)
  : await client.sessions.create({ agent: given.get('agent') ?? 'mock' });

message.disabled = false;
say('Ready');

// --- What you say
byId('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = message.value.trim();
  if (text === '') return;
  message.value = '';
  // It is sent again by itself if the connection is lost, and the daemon takes it once.
  session.send(text).then(({ outcome }) => say(`Ready (${outcome})`), failed);
});
interrupt.addEventListener('click', () => session.interrupt().catch(failed));

// --- What happens: events become rows, and each changed row is drawn anew
const transcript = new Transcript();
/** @type {Map<string, HTMLElement>} */
const drawn = new Map();

try {
  for await (const event of session.events()) {
    const row = transcript.apply(event);
    interrupt.disabled = transcript.turn === null;
    if (row) show(row);
  }
} catch (error) {
  failed(error);
}

/** @param {import('@greenroom/client').Row} row */
function show(row) {
  const fresh = draw(row);
  const old = drawn.get(row.key);
  drawn.set(row.key, fresh);
  if (old) return old.replaceWith(fresh);
  byId('rows').append(fresh);
  fresh.scrollIntoView({ block: 'end' });
}

/** @param {import('@greenroom/client').Row} row */
function draw(row) {
  switch (row.type) {
    case 'item':
      return drawItem(row);
    case 'permission':
      return drawPermission(row.data);
    case 'question':
      return drawQuestion(row.data);
    case 'error':
      return element('div', 'row error', row.error.message);
    case 'end':
      return element('div', 'row error', `The session has ended: ${row.data.reason}`);
    default:
      return element('div', '');
  }
}

/** @param {import('@greenroom/client').ItemRow} row */
function drawItem(row) {
  const { role, kind } = row.item;
  const parts = contentOf(row).map((part) => {
    switch (part.type) {
      case 'text':
        return element('div', kind === 'message' ? '' : 'tool', part.text);
      case 'reasoning':
        return element('div', 'reasoning', part.text);
      case 'tool_call':
        return element('div', 'tool', `● ${toolCallOf(part).title || part.name}`);
      case 'tool_result':
        return element('pre', 'tool', part.output);
      case 'file_ref':
        return element('pre', 'tool', part.diff ? whole(part.diff) : `${part.action} ${part.path}`);
      default:
        return '';
    }
  });
  return element('div', `row ${role ?? ''}`, ...parts);
}

/** @param {import('@greenroom/client').PermissionData} data */
function drawPermission(data) {
  const { title, tool, diff, replies } = permissionOf(data);
  const box = element('div', 'row request', `${tool}: ${title}`);
  if (diff) box.append(element('pre', '', whole(diff)));
  if (data.status !== 'requested') box.append(` – ${data.status}`);
  else
    for (const reply of replies)
      box.append(button(reply, () => session.replyPermission(data.permission_id, reply)));
  return box;
}

/** @param {import('@greenroom/client').QuestionData} data */
function drawQuestion(data) {
  const box = element('div', 'row request', data.prompt);
  const answer = (/** @type {string} */ text) => session.answerQuestion(data.question_id, [[text]]);
  if (data.status === 'requested') {
    for (const option of data.options) box.append(button(option, () => answer(option)));
    box.append(button('Other …', async () => answer(prompt(data.prompt) ?? '')));
  } else box.append(` – ${data.response ?? data.status}`);
  return box;
}

/** @param {string} text @param {() => Promise<unknown>} act */
function button(text, act) {
  const made = element('button', '', text);
  made.addEventListener('click', () => void act().catch(failed));
  return made;
}

/**
 * Texts over 1 MiB are not in the events; the daemon has them at an address of their own.
 * @param {string | { bytes: number, href: string }} text
 */
function whole(text) {
  return typeof text === 'string' ? text : `${text.bytes} bytes at ${text.href}`;
}
