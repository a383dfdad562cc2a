import type { Metadata, ProcessExit, SessionEndedData } from '../../src/schema/index.js';
import { closeAll, closeThreads } from './closing.js';
import type { SessionContext } from './context.js';
import { commandsIn } from './facts.js';
import { announce, type JsonObject } from './items.js';
import type { Scribe } from './scribe.js';
import { endTurn } from './turns.js';

/** Writes the first event of the session, once. */
export function startSession(scribe: Scribe, metadata: Metadata, source: 'agent' | 'daemon'): void {
  if (scribe.context.started) return;
  const { raw } = scribe;
  // The daemon's own event, even if a payload is the occasion.
  if (source === 'daemon') scribe.raw = null;
  scribe.write('session.started', { metadata: { ...scribe.context.input.metadata, ...metadata } }, source);
  scribe.raw = raw;
  if (isUntested(scribe.context, metadata.version)) warnOfVersion(scribe, metadata.version);
}

/** The agent tells about itself. If the session had to start before its agent, that is a notice. */
export function introduceAgent(scribe: Scribe, metadata: Metadata, source: 'agent' | 'daemon'): void {
  startSession(scribe, metadata, source);
  const { awaitsAgent, input } = scribe.context;
  if (!awaitsAgent) return announceCommands(scribe, metadata);
  announceVersion(scribe, metadata.version);
  const known = { ...input.metadata, ...metadata };
  announce(scribe, 'settings', inWords(known), known as JsonObject);
}

/** The fields that a human wants to know of an agent that has started. */
function inWords(metadata: Metadata): string {
  const told = ['version', 'model'].filter((field) => typeof metadata[field] === 'string');
  return ['the agent has started', ...told.map((field) => `${field}: ${metadata[field]}`)].join(', ');
}

/** Another process of the agent may have others. */
function announceCommands(scribe: Scribe, metadata: Metadata): void {
  const { commands } = commandsIn(metadata);
  if (commands === undefined || JSON.stringify(commands) === JSON.stringify(scribe.context.commands)) return;
  announce(scribe, 'settings', `commands: ${commands.length}`, {
    commands: commands.map((each) => ({ ...each })),
  });
}

/** The agent's program may have been updated since the session started. */
export function announceVersion(scribe: Scribe, version: unknown): void {
  const { context } = scribe;
  if (version !== context.version && isUntested(context, version)) warnOfVersion(scribe, version);
}

function isUntested({ input }: SessionContext, version: unknown): version is string {
  return typeof version === 'string' && input.testedVersions?.includes(version) === false;
}

function warnOfVersion(scribe: Scribe, version: string): void {
  const tested = [...(scribe.context.input.testedVersions ?? [])];
  const others = tested.length === 0 ? '' : `; tested: ${tested.join(', ')}`;
  const detail = `version ${version} is untested${others}`;
  announce(scribe, 'version', detail, { version, tested });
}

/** Closes everything that is open and writes the last event of the session. */
export function endSession(scribe: Scribe, data: SessionEndedData, source: 'agent' | 'daemon'): void {
  startSession(scribe, {}, 'daemon');
  const outcome =
    data.reason === 'completed' ? 'completed' : data.reason === 'error' ? 'error' : 'interrupted';
  endTurn(scribe, outcome, {}, 'daemon');
  closeAll(scribe);
  scribe.write('session.ended', data, source);
}

/** The agent exited before its session started. */
export function failStart(scribe: Scribe, exit: ProcessExit): void {
  endSession(scribe, crash(exit), 'daemon');
}

/** The agent's process exited while the session was live. */
export function handleAgentExit(scribe: Scribe, exit: ProcessExit): void {
  if (exit.because === 'interrupt_ignored') {
    endTurn(scribe, 'interrupted', { cause: 'interrupt_ignored' }, 'daemon');
    return closeAll(scribe);
  }
  if (exit.because === 'daemon_stopping') return;
  if (exit.because === 'yielded') return afterYield(scribe);
  // A reconfigured agent is restarted at once and continues the turn that has just started; its sub-agents are gone.
  if (exit.because === 'reconfigured') return closeThreads(scribe);
  if (scribe.context.input.onAgentExit === 'end') {
    const clean = exit.code === 0 && !exit.failure;
    return endSession(
      scribe,
      clean ? { reason: 'completed', terminated_by: 'agent' } : crash(exit),
      'daemon',
    );
  }
  // A clean exit between turns is no error, but requests that are still pending can no longer be answered.
  if (exit.code === 0 && !exit.failure && !scribe.context.turn) return closeAll(scribe);
  const { message, exit_code, stderr } = crash(exit);
  const category = 'agent' as const;
  const details = { retryable: false, category, exit_code: exit_code ?? null, signal: exit.signal, stderr };
  scribe.write('error', { message: message!, code: 'agent_process_exited', details }, 'daemon');
  endTurn(scribe, 'error', {}, 'daemon');
  closeAll(scribe);
}

/** An idle agent made room for another session. What it had begun by itself just then was cut off. */
function afterYield(scribe: Scribe): void {
  const { turn, unechoed } = scribe.context;
  // The next process takes the message that has come meanwhile.
  const hasMessage = turn?.user != null || unechoed.length > 0;
  if (hasMessage && turn?.assistant === null) return closeThreads(scribe);
  endTurn(scribe, 'interrupted', { cause: 'agent_yielded' }, 'daemon');
  closeAll(scribe);
}

/** The daemon is shutting down or has restarted: close whatever is open. The next message resumes the agent. */
export function recover(scribe: Scribe, held: boolean): void {
  scribe.remember({ held });
  startSession(scribe, {}, 'daemon');
  endTurn(scribe, 'interrupted', { cause: 'daemon_restart' }, 'daemon');
  closeAll(scribe);
}

/** Tells why queued messages are not delivered. */
export function explainWait(scribe: Scribe, message: string): void {
  if (scribe.context.queue.length === 0) return;
  const details = { retryable: true, category: 'agent' as const };
  scribe.write('error', { message, code: 'agent_unavailable', details }, 'daemon');
}

/** The daemon could not handle the session any further: it ends, and no other is affected. */
export function fail(scribe: Scribe, message: string): void {
  startSession(scribe, {}, 'daemon');
  const details = { retryable: false, category: 'unknown' as const };
  scribe.write('error', { message, code: 'internal', details }, 'daemon');
  endSession(scribe, { reason: 'error', terminated_by: 'daemon', message }, 'daemon');
}

function crash(exit: ProcessExit): SessionEndedData {
  return {
    reason: 'error',
    terminated_by: 'agent',
    message: exit.failure ?? exitMessage(exit),
    exit_code: exit.code,
    stderr: exit.stderr,
  };
}

function exitMessage({ code, signal, because }: ProcessExit): string {
  if (because === 'start_timeout') return 'the agent did not start in time and was stopped';
  if (signal) return `the agent was killed by ${signal}`;
  return `the agent exited with code ${code}`;
}
