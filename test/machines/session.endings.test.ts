import { describe, expect, it } from 'vitest';
import { statusOf } from '../../machines/index.js';
import { asksPermission, calls, complete, delta, says, start, turnEnds } from '../support/drafts.js';
import {
  disposition,
  emitted,
  eventsOf,
  idle,
  inTurn,
  lines,
  newSession,
  prompts,
  refusal,
} from '../support/session-helpers.js';
import { exits } from '../support/session-inputs.js';

const terminate = { type: 'command.terminate' } as const;
const stderr = { head: 'oh no', truncated: false, total_lines: 1 };

/** The data of `session.ended`, which must be the only one. */
function ending(rig: ReturnType<typeof newSession>) {
  expect(eventsOf(rig, 'session.ended')).toHaveLength(1);
  expect(statusOf(rig.snapshot.value)).toBe('ended');
  const { data, source } = eventsOf(rig, 'session.ended')[0]!;
  return { ...data, source };
}

describe('a session that is terminated', () => {
  it('stops its agent before it ends', () => {
    const rig = idle();
    expect(lines(rig, () => rig.send(terminate))).toEqual([]);
    expect([prompts(rig), refusal(rig)]).toEqual([['stop'], null]);
    expect(ending(rig.exit(0))).toEqual({ reason: 'terminated', terminated_by: 'daemon', source: 'daemon' });
  });

  it("does not report its agent's exit", () => {
    const rig = idle()
      .send(terminate)
      .send(exits({ code: 1, stderr }));
    expect(ending(rig)).toEqual({ reason: 'terminated', terminated_by: 'daemon', source: 'daemon' });
  });

  it('closes whatever is open before it ends', () => {
    const rig = inTurn().draft(delta('a', 'Hel')).draft(asksPermission('p'));
    expect(lines(rig, () => rig.send(terminate).exit(0))).toEqual([
      'permission.resolved denied cancelled',
      'failed* 2 Hel',
      'turn.ended interrupted',
      'session.ended terminated',
    ]);
  });

  it('may still be starting', () => {
    const rig = newSession().message('hello');
    expect(lines(rig, () => rig.send(terminate).exit(0))).toEqual([
      'session.started',
      'session.ended terminated',
    ]);
    expect(prompts(rig)).toEqual(['stop']);
  });

  it('accepts nothing while its agent is shutting down', () => {
    const rig = inTurn().draft(asksPermission('p')).send(terminate);
    expect(
      emitted(rig, complete(says('a', 'late')), turnEnds(), { type: 'session.ended', reason: 'error' }),
    ).toEqual([]);
    expect(refusal(rig.message('more'))).toBe('session_ended');
    expect(refusal(rig.send({ type: 'command.interrupt' }))).toBe('session_ended');
    rig.send({ type: 'command.reply', permissionId: 'perm_u1_1', reply: 'once', message: null });
    expect(refusal(rig)).toBe('session_ended');
    expect(prompts(rig)).toEqual(['hello', 'stop']);
  });

  it('may be terminated twice', () => {
    const rig = idle().send(terminate).send(terminate);
    expect([refusal(rig), prompts(rig)]).toEqual([null, ['stop']]);
    expect(refusal(rig.exit(0).send(terminate))).toBeNull();
    ending(rig);
  });

  it.each(['daemon.stopping', 'daemon.restarted'] as const)('ends on %s if no exit was reported', (type) => {
    expect(ending(inTurn().send(terminate).send({ type })).reason).toBe('terminated');
  });
});

describe('a session whose agent exits', () => {
  it('completes on exit code 0', () => {
    const rig = idle().exit(0);
    expect(ending(rig)).toEqual({ reason: 'completed', terminated_by: 'agent', source: 'daemon' });
  });

  it('fails whatever was open, even on exit code 0', () => {
    const rig = inTurn().draft(delta('a', 'Hel'));
    expect(lines(rig, () => rig.exit(0))).toEqual([
      'failed* 2 Hel',
      'turn.ended completed',
      'session.ended completed',
    ]);
  });

  it('fails on any other exit code, and reports why', () => {
    const rig = idle().send(exits({ code: 3, stderr }));
    expect(ending(rig)).toEqual({
      reason: 'error',
      terminated_by: 'agent',
      message: 'the agent exited with code 3',
      exit_code: 3,
      stderr,
      source: 'daemon',
    });
  });

  it('fails whatever was open on any other exit code', () => {
    const rig = inTurn()
      .draft(start(calls('t')))
      .draft(asksPermission('p'));
    expect(lines(rig, () => rig.exit(1))).toEqual([
      'permission.resolved denied cancelled',
      'failed* 2 shell[t]',
      'turn.ended error',
      'session.ended error',
    ]);
  });

  it('fails on a signal, without an exit code', () => {
    const rig = idle().send(exits({ signal: 'SIGKILL', stderr }));
    expect(ending(rig)).toMatchObject({
      reason: 'error',
      exit_code: null,
      message: 'the agent was killed by SIGKILL',
      stderr,
    });
  });

  it('fails if the agent did not start in time', () => {
    const rig = idle().send(exits({ because: 'start_timeout' }));
    expect(ending(rig)).toMatchObject({
      reason: 'error',
      message: 'the agent did not start in time and was stopped',
    });
  });

  it('stays live if the daemon stopped the agent: for ignoring an interrupt, to shut down, or to make room', () => {
    for (const because of ['interrupt_ignored', 'daemon_stopping', 'yielded'] as const) {
      const rig = idle();
      expect(lines(rig, () => rig.send(exits({ because })))).toEqual([]);
      expect(statusOf(rig.snapshot.value)).toBe('idle');
    }
  });
});

describe('a session whose agent does not start', () => {
  it('starts and ends with an error, even on exit code 0', () => {
    for (const exit of [{ code: 0 }, { code: 1 }]) {
      const rig = newSession().message('hello').send(exits(exit));
      expect(rig.types).toEqual(['session.started', 'session.ended']);
      expect(ending(rig)).toMatchObject({ reason: 'error', terminated_by: 'agent', exit_code: exit.code });
    }
  });

  it('reports why it could not start', () => {
    const rig = newSession().send(exits({ failure: 'spawn claude ENOENT' }));
    expect(ending(rig)).toMatchObject({ reason: 'error', message: 'spawn claude ENOENT', exit_code: null });
  });

  it('ends even if its agent is to be resumed on exit', () => {
    expect(ending(newSession({ onAgentExit: 'resume' }).exit(1)).reason).toBe('error');
  });
});

describe('a session ended by its agent', () => {
  it('completes, and its process is stopped', () => {
    const rig = inTurn();
    expect(emitted(rig, { type: 'session.ended', reason: 'completed' })).toEqual([
      'turn.ended completed',
      'session.ended completed',
    ]);
    expect(ending(rig)).toEqual({ reason: 'completed', terminated_by: 'agent', source: 'agent' });
    expect(prompts(rig).at(-1)).toBe('stop');
  });

  it("fails with the agent's message", () => {
    const rig = inTurn().draft({ type: 'session.ended', reason: 'error', message: 'no credit' });
    expect(ending(rig)).toEqual({
      reason: 'error',
      terminated_by: 'agent',
      message: 'no credit',
      source: 'agent',
    });
  });

  it('fails with a default message if the agent gave none', () => {
    const rig = inTurn().draft({ type: 'session.ended', reason: 'error' });
    expect(ending(rig).message).toBe('the agent ended with an error');
  });

  it('may still be starting', () => {
    const rig = newSession().draft({ type: 'session.ended', reason: 'completed' });
    expect(rig.types).toEqual(['session.started', 'session.ended']);
  });
});

describe('a session that has ended', () => {
  it('emits no further events, whatever the input', () => {
    const rig = inTurn().message('waits').exit(1);
    const act = () => {
      rig
        .draft(complete(says('a', 'late')))
        .draft(turnEnds())
        .draft({ type: 'session.started' });
      rig.draft({ type: 'session.ended', reason: 'completed' });
      rig.ready().exit(0).send({ type: 'daemon.stopping' }).send({ type: 'daemon.restarted' });
    };
    expect(lines(rig, act)).toEqual([]);
    expect(prompts(rig)).toEqual(['hello']);
    ending(rig);
  });

  it('refuses every command except terminate', () => {
    const rig = idle().exit(0);
    expect(refusal(rig.message('hello'))).toBe('session_ended');
    expect(refusal(rig.send({ type: 'command.interrupt' }))).toBe('session_ended');
    expect(refusal(rig.send({ type: 'command.reject', questionId: 'q' }))).toBe('session_ended');
    expect(refusal(rig.send(terminate))).toBeNull();
  });
});

describe('a session whose agent is resumed on exit', () => {
  const resumed = { onAgentExit: 'resume' } as const;

  it('reports the crash as an error, ends the turn, and continues with the next message', () => {
    const rig = inTurn(resumed).draft(delta('a', 'Hel'));
    expect(lines(rig, () => rig.send(exits({ code: 3, stderr })))).toEqual([
      'error',
      'failed* 2 Hel',
      'turn.ended error',
    ]);
    expect(eventsOf(rig, 'error')[0]).toMatchObject({
      source: 'daemon',
      data: {
        message: 'the agent exited with code 3',
        code: 'agent_process_exited',
        details: { exit_code: 3, signal: null, stderr, retryable: false },
      },
    });
    expect(disposition(rig.message('more'))).toBe('started');
  });

  it('continues with the queued message', () => {
    expect(prompts(inTurn(resumed).message('two').exit(1))).toEqual(['hello', 'two']);
  });

  it('reports a crash between turns', () => {
    const rig = idle(resumed);
    expect(lines(rig, () => rig.send(exits({ signal: 'SIGSEGV' })))).toEqual(['error']);
    expect(eventsOf(rig, 'error')[0]?.data.details).toMatchObject({ exit_code: null, signal: 'SIGSEGV' });
  });

  it('does not report a clean exit between turns', () => {
    const rig = idle(resumed);
    expect(lines(rig, () => rig.exit(0))).toEqual([]);
    expect(statusOf(rig.snapshot.value)).toBe('idle');
  });

  it('reports a clean exit during a turn as an error', () => {
    const rig = inTurn(resumed);
    expect(lines(rig, () => rig.exit(0))).toEqual(['error', 'turn.ended error']);
  });
});
