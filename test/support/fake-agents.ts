import { join } from 'node:path';

const programs = join(import.meta.dirname, '..', '..', 'fixtures', 'programs');

export const fakeClaude = join(programs, 'fake-claude.mjs');
export const fakeAmp = join(programs, 'fake-amp.mjs');
export const fakeCodex = join(programs, 'fake-codex.mjs');
export const fakeOpenCode = join(programs, 'fake-opencode.mjs');

/** A daemon's environment in which the agents are small programs of ours, and nothing else is found. */
export const fakeAgents = {
  PATH: process.env.PATH,
  HOME: '/nowhere',
  GREENROOM_CLAUDE_BIN: fakeClaude,
  GREENROOM_CODEX_BIN: fakeCodex,
  GREENROOM_OPENCODE_BIN: fakeOpenCode,
  GREENROOM_AMP_BIN: fakeAmp,
};
