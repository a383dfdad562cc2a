import type { Metadata, SessionEndedData, Stderr } from '../../src/schema/index.js';
import type { Scribe } from './scribe.js';
import { closeAll, endTurn } from './turns.js';

/** How the agent's process went. */
export interface AgentExit {
  code: number | null;
  signal: string | null;
  stderr: Stderr;
  /** Set where it never ran. */
  failure?: string;
  /** Set where we ended it ourselves, without ending the session. */
  because?: 'interrupt_ignored' | 'daemon_stopping' | 'start_timeout' | 'reconfigured';
}

/** The first event of every session. */
export function begin(scribe: Scribe, metadata: Metadata, source: 'agent' | 'daemon'): void {
  if (scribe.context.started) return;
  scribe.write('session.started', { metadata: { ...scribe.context.input.metadata, ...metadata } }, source);
}

/** The last event of a session, after all that is open was closed. */
export function end(scribe: Scribe, data: SessionEndedData, source: 'agent' | 'daemon'): void {
  begin(scribe, {}, 'daemon');
  const outcome =
    data.reason === 'completed' ? 'completed' : data.reason === 'error' ? 'error' : 'interrupted';
  endTurn(scribe, outcome, {}, 'daemon');
  closeAll(scribe, outcome === 'completed' ? 'completed' : 'failed');
  scribe.write('session.ended', data, source);
}

/** The agent never got as far as a session. */
export function failStart(scribe: Scribe, exit: AgentExit): void {
  end(scribe, crash(exit), 'daemon');
}

/** The agent's process is gone, while the session was alive. */
export function agentGone(scribe: Scribe, exit: AgentExit): void {
  if (exit.because === 'interrupt_ignored') {
    endTurn(scribe, 'interrupted', { cause: 'interrupt_ignored' }, 'daemon');
    return closeAll(scribe, 'failed');
  }
  // The next one is started at once, and goes on with the turn that has just begun.
  if (exit.because === 'daemon_stopping' || exit.because === 'reconfigured') return;
  if (scribe.context.input.onAgentExit === 'end') {
    const clean = exit.code === 0 && !exit.failure;
    return end(scribe, clean ? { reason: 'completed', terminated_by: 'agent' } : crash(exit), 'daemon');
  }
  // It left when nothing was to be done, but it may have asked for something on its own: nobody is there to be told.
  if (exit.code === 0 && !exit.failure && !scribe.context.turn) return closeAll(scribe, 'completed');
  const { message, exit_code, stderr } = crash(exit);
  const details = { exit_code: exit_code ?? null, signal: exit.signal, stderr, retryable: false };
  scribe.write('error', { message: message!, code: 'agent_process_exited', details }, 'daemon');
  endTurn(scribe, 'error', {}, 'daemon');
  closeAll(scribe, 'failed');
}

/** The daemon goes, or was away: what is open can not go on. The next message resumes the agent. */
export function recover(scribe: Scribe, held: boolean): void {
  scribe.remember({ held });
  begin(scribe, {}, 'daemon');
  endTurn(scribe, 'interrupted', { cause: 'daemon_restart' }, 'daemon');
  closeAll(scribe, 'failed');
}

function crash(exit: AgentExit): SessionEndedData {
  return {
    reason: 'error',
    terminated_by: 'agent',
    message: exit.failure ?? describe(exit),
    exit_code: exit.code,
    stderr: exit.stderr,
  };
}

function describe({ code, signal, because }: AgentExit): string {
  if (because === 'start_timeout') return 'the agent did not answer in time and was ended';
  if (signal) return `the agent was ended by ${signal}`;
  return `the agent exited with code ${code}`;
}
