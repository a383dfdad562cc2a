// Makes a fixture for `test/log/data-folder.test.ts`: a data folder as a version of Greenroom left it when it was
// killed, with everything that this version served of it. Run it with a built checkout of that version:
//
//   node scripts/make-data-folder.js ../greenroom-0.1.0
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { brotliCompressSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';

const checkout = resolve(process.argv[2] ?? '.');
const { version } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
const fixture = join(import.meta.dirname, '..', 'fixtures', `data-folder-${version}`);
/** Events name files in the data folder, so it must not be anybody's own. */
const FOLDER = '/tmp/greenroom-data-folder';
const COPY = '/tmp/greenroom-data-folder-copy';

async function start(dataFolder) {
  const main = join(checkout, 'dist', 'src', 'cli', 'main.js');
  const args = [main, 'server', '--port', '0', '--no-token', '--data', dataFolder];
  const env = { PATH: process.env.PATH, HOME: '/tmp' };
  const child = spawn(process.execPath, args, { cwd: '/tmp', env, stdio: ['ignore', 'pipe', 'ignore'] });
  process.on('exit', () => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening +(http:\S+)/.exec(line)?.[1];
    if (url) return new Daemon(child, url);
  }
  throw new Error('the daemon did not start');
}

class Daemon {
  constructor(child, url) {
    this.child = child;
    this.url = url;
  }

  async kill(signal) {
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
  }

  async call(method, path, body) {
    const isJson = body !== undefined && !(body instanceof Uint8Array);
    const response = await fetch(`${this.url}/v1/${path}`, {
      method,
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text && JSON.parse(text);
  }

  create(id, request = {}) {
    return this.call('POST', `sessions/${id}`, { agent: 'mock', directory: '/tmp', title: id, ...request });
  }

  say(id, message, more = {}) {
    return this.call('POST', `sessions/${id}/messages`, { message, ...more });
  }

  /** Says something and reads on until so many events of a type have come. */
  async exchange(id, message, until = 'turn.ended', more = {}, count = 1) {
    const { lastSequence } = await this.call('GET', `sessions/${id}`);
    await this.say(id, message, more);
    const response = await fetch(`${this.url}/v1/sessions/${id}/events/sse?offset=${lastSequence}`);
    const decoder = new TextDecoder();
    let left = count;
    let text = '';
    for await (const chunk of response.body) {
      const lines = (text + decoder.decode(chunk, { stream: true })).split('\n');
      text = lines.pop();
      for (const line of lines) {
        if (line.includes(`"type":"${until}"`) && --left === 0)
          return JSON.parse(line.slice('data: '.length));
      }
    }
    throw new Error(`no ${until} after "${message}"`);
  }

  async events(id, last) {
    const all = [];
    while (all.length < last) {
      const path = `sessions/${id}/events?includeRaw=true&limit=1000&offset=${all.length}`;
      all.push(...(await this.call('GET', path)).events);
    }
    return all.slice(0, last);
  }
}

/** One session for each way in which a daemon can leave one. */
async function live(daemon) {
  const { data: asked } = await withSession(daemon, 'ended', async () => {
    for (const message of ['tool', 'subagent', 'image', 'unknown', 'status', 'markdown']) {
      await daemon.exchange('ended', message);
    }
    return daemon.exchange('ended', 'permission', 'permission.requested');
  });
  await daemon.call('POST', `sessions/ended/permissions/${asked.permission_id}/reply`, { reply: 'reject' });
  await daemon.call('POST', 'sessions/ended/terminate');

  await withSession(daemon, 'idle', async () => {
    await daemon.exchange('idle', 'Answer briefly and include your reasoning.');
    await daemon.exchange('idle', 'unparsed');
    await daemon.exchange('idle', 'error');
    await daemon.exchange('idle', 'say ä, 😀 and \u2028');
  });
  await withSession(daemon, 'long', async () => {
    await daemon.exchange('long', 'burst 3000 8');
    for (let turn = 0; turn < 40; turn++) await daemon.exchange('long', 'count');
    await daemon.exchange('long', 'burst 2500 8');
  });
  await withSession(daemon, 'settings', async () => {
    await daemon.exchange('settings', 'count');
    await daemon.call('PATCH', 'sessions/settings', {
      model: 'mock-mini',
      agentMode: 'plan',
      title: 'Changed settings',
    });
    await daemon.exchange('settings', 'count');
  });
  await withSession(daemon, 'attachments', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    );
    const kept = await daemon.call('POST', 'sessions/attachments/attachments?filename=one.png', png);
    const text = await daemon.call(
      'POST',
      'sessions/attachments/attachments?filename=two.txt',
      Buffer.from('2'),
    );
    await daemon.exchange('attachments', 'count', 'turn.ended', { attachments: [kept, text] });
  });
  await withSession(daemon, 'deleted', () => daemon.exchange('deleted', 'count'));
  await daemon.call('DELETE', 'sessions/deleted');

  await withSession(daemon, 'question', () => daemon.exchange('question', 'question', 'question.requested'));
  await withSession(daemon, 'permission', () =>
    daemon.exchange('permission', 'permission', 'permission.requested'),
  );
  await withSession(daemon, 'queued', async () => {
    await daemon.exchange('queued', 'sleep 600000', 'turn.started');
    await daemon.say('queued', 'count', { messageId: 'waits' });
  });
  await withSession(daemon, 'running', async () => {
    await daemon.exchange('running', 'count');
    await daemon.exchange('running', 'burst 100000 8 200', 'item.delta', {}, 50);
  });
}

async function withSession(daemon, id, work) {
  await daemon.create(id);
  return work();
}

/** Which events of a session the other version is asked for the state after. */
function samples(last) {
  const some = Array.from({ length: 9 }, (_, n) => Math.round((last * n) / 8));
  return [...new Set([...some, 1, last - 1])].sort((a, b) => a - b);
}

await rm(FOLDER, { recursive: true, force: true });
await rm(COPY, { recursive: true, force: true });
const daemon = await start(FOLDER);
await live(daemon);
await daemon.kill('SIGKILL');

// Only what is kept for good: a lock and a write-ahead log are the present's.
const database = new DatabaseSync(join(FOLDER, 'greenroom.sqlite'));
database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
const rows = database
  .prepare('SELECT session_id, last_sequence FROM sessions ORDER BY created_at, key')
  .all()
  .map(Object.values);
database.close();
for (const name of await readdir(FOLDER)) if (name.startsWith('daemon.')) await rm(join(FOLDER, name));

// The version itself says what is in the folder; on a copy, for it closes what was left open.
await cp(FOLDER, COPY, { recursive: true });
const witness = await start(COPY);
const sessions = [];
const lines = [];
for (const [sessionId, lastSequence] of rows) {
  for (const event of await witness.events(sessionId, lastSequence)) lines.push(JSON.stringify(event));
  const states = [];
  for (const at of samples(lastSequence)) {
    states.push(await witness.call('GET', `sessions/${sessionId}/state?at=${at}`));
  }
  sessions.push({ sessionId, lastSequence, states });
}
await witness.kill('SIGTERM');

await rm(fixture, { recursive: true, force: true });
for (const entry of await readdir(FOLDER, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath, entry.name);
  const target = join(fixture, 'folder', relative(FOLDER, path));
  await mkdir(dirname(target), { recursive: true });
  const content = await readFile(path);
  if (entry.name.endsWith('.sqlite')) await writeFile(`${target}.br`, brotliCompressSync(content));
  else await writeFile(target, content);
}
await writeFile(join(fixture, 'events.jsonl.br'), brotliCompressSync(`${lines.join('\n')}\n`));
await writeFile(join(fixture, 'sessions.json'), `${JSON.stringify(sessions, null, 2)}\n`);
await rm(FOLDER, { recursive: true });
await rm(COPY, { recursive: true });
console.log(execFileSync('du', ['-ah', fixture], { encoding: 'utf8' }));
console.log(`${lines.length} events of ${sessions.length} sessions`);
