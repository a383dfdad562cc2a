import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { UniversalEvent } from '../../../src/schema/index.js';
import type { AgentDriver } from '../../conformance/agent/driver.js';
import { fakeProgram } from '../../support/fake-agents.js';
import { RealStage } from '../../support/real/stage.js';

/** The turn has reached a tool that never returns. */
const isWaiting = (event: UniversalEvent) =>
  event.type === 'item.completed' && JSON.stringify(event.data).includes('"name":"sleep"');

const credentials = { AMP_API_KEY: 'not-a-key' };

/** A stand-in for Amp, which needs its service. The message says what it should do. */
export const driver: AgentDriver = {
  agent: 'amp',
  credentials,
  isAvailable: () => true,
  async open() {
    const stage = await RealStage.open();
    // Among its own files: they are all that it may write of the home under strict isolation.
    const FAKE_AMP_THREADS = join(stage.home, '.local', 'share', 'amp', 'threads');
    await mkdir(FAKE_AMP_THREADS, { recursive: true });
    return { stage, env: { GREENROOM_AMP_BIN: fakeProgram('amp'), FAKE_AMP_THREADS, ...credentials } };
  },
  cues: {
    echo: (words) => `say ${words}`,
    recall: { message: 'history', remembers: (answer, messages) => answer === messages.join(', ') },
    stream: null,
    think: { message: 'think Hm.', thought: 'Hm.' },
    command: (command) => `bash ${command}`,
    askedCommand: (command) => ({ message: `bash ${command}`, command }),
    edit(directory) {
      const path = join(directory, 'list.txt');
      const diffs = [/^\+one\n\+two$/m, /^-two\n\+three$/m];
      return { message: `list ${path}`, path, diffs, content: 'one\nthree\n' };
    },
    write: null,
    overwrite(directory) {
      const path = join(directory, 'list.txt');
      return { message: `write ${path} replaced`, path };
    },
    question: null,
    folder: null,
    todo: null,
    plan: null,
    attachments: { message: 'images', seen: /image\/png/ },
    delegate: { message: 'delegate Look.', leaves: 'message' },
    delegateAsked: null,
    threads: null,
    mcp: (words) => `call mcp__demo__echo ${words}`,
    ownMcp: 'mcp',
    mcpQuestion: null,
    settings: { message: 'mode', model: 'amp', variant: 'ultra', replyPattern: /^ultra$/ },
    hold: { message: 'hold', isHeld: isWaiting },
    work: async () => ({
      message: 'hold',
      begun: (session) => session.nextWhere(isWaiting),
      finish: async () => {},
    }),
    cut: null,
    failures: [],
    compact: null,
    tells: { model: false, usage: null, context: false, mcpFailures: false },
  },
};
