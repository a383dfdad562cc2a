import { setup } from 'xstate';
import { type Problem, problem, type SessionSettings } from '../../src/schema/index.js';
import { watchBudget } from './budget.js';
import type { SessionContext, SessionInput, UserMessage } from './context.js';
import { applyDraft } from './drafts.js';
import { type Entry, evolve, isOverflow, isRun } from './evolve.js';
import type {
  Command,
  ConfigureCommand,
  DraftInput,
  InterruptCommand,
  QueueCommand,
  SendCommand,
  SessionEmitted,
  SessionEvent,
  UpdateQueuedCommand,
} from './inputs.js';
import { announce } from './items.js';
import {
  announceVersion,
  endSession,
  explainWait,
  fail,
  failStart,
  handleAgentExit,
  introduceAgent,
  recover,
} from './lifecycle.js';
import {
  busyProblem,
  enqueue,
  queueProblem,
  removeQueued,
  startNextTurn,
  steerQueued,
  updateQueued,
} from './queue.js';
import { conflictProblem, isDuplicate, markReceived, receiptOf } from './received.js';
import { answer, answerProblem, expire, reply, replyProblem } from './requests.js';
import { Scribe } from './scribe.js';
import { isStreaming, publication, stream } from './streaming.js';
import { interruptProblem } from './threads.js';
import { awaitsTrust } from './trust.js';
import { beginTurn, endTurn, steer } from './turns.js';

const base = setup({
  types: {
    context: {} as SessionContext,
    input: {} as SessionInput,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
  },
});

type MessageCommand = SendCommand | QueueCommand;
type EventNamed<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

/** A decision on an input: its events are raised, its effects emitted, its memory assigned. */
function ruling<E extends SessionEvent>(rule: (scribe: Scribe, event: E) => void) {
  return base.enqueueActions(({ context, event, enqueue: queue }) => {
    const input = event as E & { at: string } & Partial<Pick<DraftInput, 'raw' | 'source'>>;
    const scribe = new Scribe(context, input.at, input.raw ?? null, input.source);
    rule(scribe, input);
    watchBudget(scribe, context);
    startNextTurn(scribe);
    queue.assign(scribe.remembered);
    for (const entry of scribe.entries) queue.raise(entry);
    for (const effect of scribe.effects) queue.emit({ type: 'effect', effect });
    if (scribe.dropped) queue.emit({ type: 'dropped', input: input.type, ...scribe.dropped });
  });
}

function messageOf({ messageId, message, attachments }: SendCommand): UserMessage {
  return { messageId, message, attachments };
}

/** The reason to refuse a message or a change of the queue, or null. */
function messageProblem(context: SessionContext, command: MessageCommand): Problem | null {
  if (command.type !== 'command.send') return queueProblem(context, command);
  return conflictProblem(context, command) ?? busyProblem(context, command.whenBusy);
}

function refusal(context: SessionContext, command: Command): Problem {
  if (context.ended) return problem('session_ended', `session ${context.input.sessionId} has ended`);
  switch (command.type) {
    case 'command.send':
    case 'command.queue.update':
    case 'command.queue.remove':
      return messageProblem(context, command) ?? ending(context);
    case 'command.reply':
      return replyProblem(context, command.permissionId, command.reply) ?? ending(context);
    case 'command.answer':
      return answerProblem(context, command.questionId, command.answers) ?? ending(context);
    case 'command.reject':
      return answerProblem(context, command.questionId, null) ?? ending(context);
    case 'command.interrupt':
      return interruptProblem(context, command.threadId ?? null) ?? ending(context);
    case 'command.configure':
      return context.started ? ending(context) : problem('session_busy', 'the agent is still starting');
    default:
      return ending(context);
  }
}

function ending(context: SessionContext): Problem {
  return problem('session_ended', `session ${context.input.sessionId} is ending`);
}

function noticeOf({ agentMode, permissionMode, ...changes }: Partial<SessionSettings>) {
  return {
    ...changes,
    ...(agentMode === undefined ? {} : { mode: agentMode }),
    ...(permissionMode === undefined ? {} : { permission_mode: permissionMode }),
  };
}

/** The actions and guards of the session machine. */
export const session = base.extend({
  actions: {
    beginSession: ruling<EventNamed<'agent.ready'>>((scribe, { nativeSessionId, metadata }) => {
      scribe.setNativeSessionId(nativeSessionId);
      introduceAgent(scribe, metadata, 'daemon');
      announceVersion(scribe, metadata.version);
    }),
    applyDraft: ruling<DraftInput>((scribe, { draft, more = [] }) => {
      applyDraft(scribe, draft, false);
      for (const { delta, raw } of more) {
        scribe.raw = raw;
        if (draft.type === 'item.delta') applyDraft(scribe, { ...draft, delta }, false);
      }
    }),
    endInterruptedTurn: ruling<DraftInput>((scribe, { draft }) => applyDraft(scribe, draft, true)),
    beginTurn: ruling<SendCommand>((scribe, command) => {
      markReceived(scribe, command);
      beginTurn(scribe, messageOf(command));
    }),
    queueLast: ruling<SendCommand>((scribe, command) => {
      markReceived(scribe, command);
      enqueue(scribe, messageOf(command), 'back', command.at);
    }),
    queueFirst: ruling<SendCommand>((scribe, command) => {
      markReceived(scribe, command);
      enqueue(scribe, messageOf(command), 'front', command.at);
    }),
    steer: ruling<SendCommand>((scribe, command) => {
      markReceived(scribe, command);
      steer(scribe, messageOf(command));
    }),
    changeQueue: ruling<QueueCommand>((scribe, command) => {
      if (command.type === 'command.queue.update') updateQueued(scribe, command);
      else removeQueued(scribe, command);
    }),
    steerQueued: ruling<UpdateQueuedCommand>(steerQueued),
    reply: ruling<EventNamed<'command.reply'>>((scribe, { permissionId, reply: given, message, client }) =>
      reply(scribe, permissionId, { reply: given, message, client }),
    ),
    answer: ruling<EventNamed<'command.answer'>>((scribe, { questionId, answers, client }) =>
      answer(scribe, questionId, answers, client),
    ),
    reject: ruling<EventNamed<'command.reject'>>((scribe, { questionId, client }) =>
      answer(scribe, questionId, null, client),
    ),
    expire: ruling<EventNamed<'request.expired'>>((scribe, { requestId }) => expire(scribe, requestId)),
    configure: ruling<ConfigureCommand>((scribe, { settings, changes, detail }) => {
      announce(scribe, 'settings', detail, noticeOf(changes));
      scribe.effect({ type: 'configure', settings });
    }),
    failStart: ruling<EventNamed<'agent.exited'>>((scribe, { exit }) => failStart(scribe, exit)),
    handleAgentExit: ruling<EventNamed<'agent.exited'>>((scribe, { exit }) => handleAgentExit(scribe, exit)),
    dropTurn: ruling((scribe) => endTurn(scribe, 'interrupted', { cause: 'not_delivered' }, 'daemon')),
    failTurn: ruling<EventNamed<'agent.unprompted'>>((scribe, { failure }) => {
      const message = failure ?? 'the message did not reach the agent';
      const details = { retryable: false, category: 'agent' } as const;
      scribe.write('error', { message, code: 'agent_unavailable', details }, 'daemon');
      endTurn(scribe, 'error', { cause: 'not_delivered' }, 'daemon');
    }),
    terminate: ruling((scribe) =>
      endSession(scribe, { reason: 'terminated', terminated_by: 'daemon' }, 'daemon'),
    ),
    recover: ruling<EventNamed<'daemon.restarted'>>((scribe, { unavailable }) => {
      recover(scribe, unavailable != null);
      if (unavailable != null) explainWait(scribe, unavailable);
    }),
    hold: ruling((scribe) => recover(scribe, true)),
    fail: ruling((scribe, event) => event.type === 'daemon.failed' && fail(scribe, event.message)),

    stream: base.enqueueActions(({ context, event, enqueue: queue }) => {
      const { context: after, published } = stream(context, event as DraftInput);
      queue.assign(after);
      for (const each of published) queue.emit(each);
    }),
    record: base.assign(({ context, event }) => evolve(context, event as Entry)),
    publish: base.emit(({ event }) => publication(event as Entry)),
    accept: base.emit({ type: 'accepted', disposition: null }),
    acceptStarted: base.emit({ type: 'accepted', disposition: 'started' }),
    acceptQueued: base.emit({ type: 'accepted', disposition: 'queued' }),
    acceptSteered: base.emit({ type: 'accepted', disposition: 'steered' }),
    acceptDuplicate: base.emit({ type: 'accepted', disposition: 'duplicate' }),
    refuse: base.emit(({ context, event }) => {
      const command = event as Command;
      return { type: 'refused', command: command.type, problem: refusal(context, command) };
    }),
    interruptAgent: base.emit(({ context }) => ({
      type: 'effect',
      effect: { type: 'interrupt', turnId: context.turn!.id },
    })),
    interruptThread: base.emit(({ context, event }) => {
      const { key } = context.threads[(event as InterruptCommand).threadId!]!;
      return { type: 'effect', effect: { type: 'interruptThread', thread: key } };
    }),
    interruptThreads: base.enqueueActions(({ context, enqueue: queue }) => {
      if (!context.input.interruptThread) return;
      for (const { key } of Object.values(context.threads))
        queue.emit({ type: 'effect', effect: { type: 'interruptThread', thread: key } });
    }),
    stopAgent: base.emit({ type: 'effect', effect: { type: 'stop' } }),
  },
  guards: {
    isDuplicate: ({ context, event }) => isDuplicate(context, event as SendCommand),
    isConflict: ({ context, event }) => conflictProblem(context, event as SendCommand) !== null,
    isRefused: ({ context, event }) => messageProblem(context, event as MessageCommand) !== null,
    isQueueFull: ({ context }) => busyProblem(context, 'queue') !== null,
    awaitsTrust: ({ context }) => awaitsTrust(context),
    isQueueFullBeforeStart: ({ context }) => awaitsTrust(context) && busyProblem(context, 'queue') !== null,
    isSteer: ({ event }) => (event as SendCommand).whenBusy === 'steer',
    // A message steered into a turn that is being interrupted would be lost with it.
    isSteerTooLate: ({ context, event }) => {
      const message = event as SendCommand;
      if (message.whenBusy !== 'steer' || receiptOf(context, message) !== null) return false;
      return busyProblem(context, 'steer') === null && busyProblem(context, 'queue') === null;
    },
    isInterrupt: ({ event }) => (event as SendCommand).whenBusy === 'interrupt',
    isPendingPermission: ({ context, event }) => {
      const { permissionId, reply } = event as EventNamed<'command.reply'>;
      return replyProblem(context, permissionId, reply) === null;
    },
    isPendingQuestion: ({ context, event }) => {
      const command = event as EventNamed<'command.answer'> | EventNamed<'command.reject'>;
      const answers = command.type === 'command.answer' ? command.answers : null;
      return answerProblem(context, command.questionId, answers) === null;
    },
    isOfTurn: ({ event }) => (event as InterruptCommand).threadId == null,
    isOfThread: ({ event }) => (event as InterruptCommand).threadId != null,
    isOfRunningThread: ({ context, event }) => {
      const { threadId } = event as InterruptCommand;
      return threadId != null && interruptProblem(context, threadId) === null;
    },
    isRun: ({ event }) => {
      const { event: started } = event as Entry;
      return started.type === 'item.started' && isRun(started.data.item, started.source);
    },
    isLastRun: ({ context, event }) => {
      const { event: ended } = event as Entry;
      const [only, ...others] = Object.values(context.threads);
      if (ended.type !== 'item.completed' || others.length > 0) return false;
      return only?.item === ended.data.item.item_id;
    },
    isOverflow: ({ event }) => isOverflow((event as Entry).event),
    isLastRequest: ({ context }) => Object.keys(context.pending).length === 1,
    isLastItem: ({ context }) => context.open.size === 1,
    isStreaming: ({ context, event }) => isStreaming(context, event as DraftInput),
  },
});
