// Takes the screenshots of the inspector for the README and the docs: `npm run screenshots`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { chromium } from 'playwright-core';
import { startDaemon } from '../dist/src/server/index.js';
import { findChromium } from './find-chromium.js';

const docs = join(import.meta.dirname, '..', 'docs');
const folder = await mkdtemp(join(tmpdir(), 'greenroom-screenshots-'));
const daemon = await startDaemon({
  dataFolder: join(folder, 'data'),
  directory: folder,
  logger: pino({ level: 'silent' }),
  port: 0,
  token: null,
});

async function call(method, path, body) {
  const response = await fetch(`${daemon.url}/v1/${path}`, { method, body: body && JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return text && JSON.parse(text);
}

/** Sends a message and waits for an event of the given type. */
async function send(id, message, until = 'turn.ended') {
  const { lastSequence } = await call('GET', `sessions/${id}`);
  await call('POST', `sessions/${id}/messages`, { message });
  const response = await fetch(`${daemon.url}/v1/sessions/${id}/events/sse?offset=${lastSequence}`);
  let text = '';
  for await (const chunk of response.body) {
    text += Buffer.from(chunk).toString();
    if (text.includes(`"type":"${until}"`)) return;
  }
}

const create = (id, title) => call('POST', `sessions/${id}`, { agent: 'mock', title });

await create('release', 'Write the release notes');
await send('release', 'markdown');
await call('POST', 'sessions/release/terminate');
await create('colour', 'Pick a colour for the badge');
await send('colour', 'question', 'question.requested');
await create('docs', 'Bring the docs up to date');
await send('docs', 'subagent');
await create('flaky', 'Fix the flaky test');
await send('flaky', 'plan', 'question.requested');
const { questions } = await call('GET', 'sessions/flaky/requests');
await call('POST', `sessions/flaky/questions/${questions[0].question_id}/reply`, { answers: [['approve']] });
await send('flaky', 'shell echo "✓ 41 tests passed"; echo "✗ 1 failed" >&2; exit 1');
await send('flaky', 'tool');
await send('flaky', 'permission', 'permission.requested');

const executablePath = findChromium();
if (executablePath === null) throw new Error('chromium not found: set CHROMIUM_BIN');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

async function screenshot(name, { colorScheme, path, prepare }) {
  const viewport = { width: 1440, height: 860 };
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${daemon.url}/ui/${path}`);
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByText('The agent is waiting for you').waitFor();
  await page
    .locator('svg.greenroom-machine')
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => {});
  await prepare?.(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(docs, name) });
  console.log(`docs/${name}`);
  await context.close();
}

try {
  await screenshot('inspector.png', { colorScheme: 'light', path: '#/s/flaky' });
  await screenshot('inspector-timeline.png', {
    colorScheme: 'dark',
    path: '#/s/flaky?view=timeline&at=30',
    prepare: (page) => page.getByText('Raw payload').waitFor(),
  });
} finally {
  await browser.close();
  await daemon.stop();
  await rm(folder, { recursive: true, force: true });
}
