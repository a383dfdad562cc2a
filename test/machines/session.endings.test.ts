import { describe, expect, it } from 'vitest';
import { statusOf } from '../../machines/index.js';
import { asksPermission, calls, complete, delta, says, start, turnEnds } from '../support/drafts.js';
import { exits } from '../support/session-inputs.js';
import {
  disposition,
  eventsOf,
  idle,
  inTurn,
  lines,
  prompts,
  refusal,
  stage,
  told,
} from '../support/story.js';

const terminate = { type: 'command.terminate' } as const;
const stderr = { head: 'oh no', truncated: false, total_lines: 1 };

/** All that the last event tells, and that it is the last. */
function ending(rig: ReturnType<typeof stage>) {
  expect(eventsOf(rig, 'session.ended')).toHaveLength(1);
  expect(statusOf(rig.snapshot.value)).toBe('ended');
  const { data, source } = eventsOf(rig, 'session.ended')[0]!;
  return { ...data, source };
}

describe('a session that is terminated', () => {
  it('has its agent ended first', () => {
    const rig = idle();
    expect(lines(rig, () => rig.send(terminate))).toEqual([]);
    expect([prompts(rig), refusal(rig)]).toEqual([['stop'], null]);
    expect(ending(rig.exit(0))).toEqual({ reason: 'terminated', terminated_by: 'daemon', source: 'daemon' });
  });

  it('says nothing of how its agent went', () => {
    const rig = idle()
      .send(terminate)
      .send(exits({ code: 1, stderr }));
    expect(ending(rig)).toEqual({ reason: 'terminated', terminated_by: 'daemon', source: 'daemon' });
  });

  it('closes all that is open, and then itself', () => {
    const rig = inTurn().draft(delta('a', 'Hel')).draft(asksPermission('p'));
    expect(lines(rig, () => rig.send(terminate).exit(0))).toEqual([
      'permission.resolved denied cancelled',
      'failed* 2 Hel',
      'turn.ended interrupted',
      'session.ended terminated',
    ]);
  });

  it('may not have been started yet', () => {
    const rig = stage().message('hello');
    expect(lines(rig, () => rig.send(terminate).exit(0))).toEqual([
      'session.started',
      'session.ended terminated',
    ]);
    expect(prompts(rig)).toEqual(['stop']);
  });

  it('takes nothing more while its agent is being ended', () => {
    const rig = inTurn().draft(asksPermission('p')).send(terminate);
    expect(
      told(rig, complete(says('a', 'late')), turnEnds(), { type: 'session.ended', reason: 'error' }),
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

  it.each(['daemon.stopping', 'daemon.restarted'] as const)(
    'is ended by %s where no exit is heard of',
    (type) => {
      expect(ending(inTurn().send(terminate).send({ type })).reason).toBe('terminated');
    },
  );
});

describe('a session whose agent exits', () => {
  it('has completed with code 0', () => {
    const rig = idle().exit(0);
    expect(ending(rig)).toEqual({ reason: 'completed', terminated_by: 'agent', source: 'daemon' });
  });

  it('has completed with what was open then', () => {
    const rig = inTurn().draft(delta('a', 'Hel'));
    expect(lines(rig, () => rig.exit(0))).toEqual([
      'completed* 2 Hel',
      'turn.ended completed',
      'session.ended completed',
    ]);
  });

  it('has failed with any other code, and says why', () => {
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

  it('has failed with what was open then', () => {
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

  it('has failed with a signal, without a code', () => {
    const rig = idle().send(exits({ signal: 'SIGKILL', stderr }));
    expect(ending(rig)).toMatchObject({
      reason: 'error',
      exit_code: null,
      message: 'the agent was ended by SIGKILL',
      stderr,
    });
  });

  it('has failed where the agent did not answer in time', () => {
    const rig = idle().send(exits({ because: 'start_timeout' }));
    expect(ending(rig)).toMatchObject({
      reason: 'error',
      message: 'the agent did not answer in time and was ended',
    });
  });

  it('lives on where the daemon ended the agent for ignoring an interrupt, or because it stops', () => {
    for (const because of ['interrupt_ignored', 'daemon_stopping'] as const) {
      const rig = idle();
      expect(lines(rig, () => rig.send(exits({ because })))).toEqual([]);
      expect(statusOf(rig.snapshot.value)).toBe('idle');
    }
  });
});

describe('a session whose agent does not even start', () => {
  it('begins and ends with an error, also where the agent says that all is well', () => {
    for (const exit of [{ code: 0 }, { code: 1 }]) {
      const rig = stage().message('hello').send(exits(exit));
      expect(rig.types).toEqual(['session.started', 'session.ended']);
      expect(ending(rig)).toMatchObject({ reason: 'error', terminated_by: 'agent', exit_code: exit.code });
    }
  });

  it('says why it could not', () => {
    const rig = stage().send(exits({ failure: 'spawn claude ENOENT' }));
    expect(ending(rig)).toMatchObject({ reason: 'error', message: 'spawn claude ENOENT', exit_code: null });
  });

  it('ends also where its agent would be resumed later', () => {
    expect(ending(stage({ onAgentExit: 'resume' }).exit(1)).reason).toBe('error');
  });
});

describe('a session that its agent ends', () => {
  it('has completed, and its process is stopped', () => {
    const rig = inTurn();
    expect(told(rig, { type: 'session.ended', reason: 'completed' })).toEqual([
      'turn.ended completed',
      'session.ended completed',
    ]);
    expect(ending(rig)).toEqual({ reason: 'completed', terminated_by: 'agent', source: 'agent' });
    expect(prompts(rig).at(-1)).toBe('stop');
  });

  it('has failed with the message that the agent gave', () => {
    const rig = inTurn().draft({ type: 'session.ended', reason: 'error', message: 'no credit' });
    expect(ending(rig)).toEqual({
      reason: 'error',
      terminated_by: 'agent',
      message: 'no credit',
      source: 'agent',
    });
  });

  it('has failed with a message of ours where the agent gave none', () => {
    const rig = inTurn().draft({ type: 'session.ended', reason: 'error' });
    expect(ending(rig).message).toBe('the agent ended with an error');
  });

  it('may have been starting', () => {
    const rig = stage().draft({ type: 'session.ended', reason: 'completed' });
    expect(rig.types).toEqual(['session.started', 'session.ended']);
  });
});

describe('a session that has ended', () => {
  it('says nothing any more, whatever comes', () => {
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

  it('refuses every command but to be terminated', () => {
    const rig = idle().exit(0);
    expect(refusal(rig.message('hello'))).toBe('session_ended');
    expect(refusal(rig.send({ type: 'command.interrupt' }))).toBe('session_ended');
    expect(refusal(rig.send({ type: 'command.reject', questionId: 'q' }))).toBe('session_ended');
    expect(refusal(rig.send(terminate))).toBeNull();
  });
});

describe('a session whose agent is to be resumed', () => {
  const resumed = { onAgentExit: 'resume' } as const;

  it('tells of the crash as an error, ends the turn, and goes on with the next message', () => {
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

  it('goes on with the message that waits', () => {
    expect(prompts(inTurn(resumed).message('two').exit(1))).toEqual(['hello', 'two']);
  });

  it('tells of a crash between turns too', () => {
    const rig = idle(resumed);
    expect(lines(rig, () => rig.send(exits({ signal: 'SIGSEGV' })))).toEqual(['error']);
    expect(eventsOf(rig, 'error')[0]?.data.details).toMatchObject({ exit_code: null, signal: 'SIGSEGV' });
  });

  it('makes no word of an agent that leaves when it has nothing to do', () => {
    const rig = idle(resumed);
    expect(lines(rig, () => rig.exit(0))).toEqual([]);
    expect(statusOf(rig.snapshot.value)).toBe('idle');
  });

  it('tells of an agent that leaves with code 0 in the middle of a turn', () => {
    const rig = inTurn(resumed);
    expect(lines(rig, () => rig.exit(0))).toEqual(['error', 'turn.ended error']);
  });
});
