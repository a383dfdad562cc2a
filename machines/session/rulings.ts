import { setup } from 'xstate';
import { type Problem, problem } from '../../src/schema/index.js';
import type { QueuedMessage, SessionContext, SessionInput } from './context.js';
import { applyDraft } from './drafts.js';
import { type Entry, evolve, isRun, openAt } from './evolve.js';
import type {
  Command,
  ConfigureCommand,
  DraftInput,
  InterruptCommand,
  SendCommand,
  SessionEmitted,
  SessionEvent,
} from './inputs.js';
import { announce } from './items.js';
import { endSession, failStart, handleAgentExit, recover, startSession } from './lifecycle.js';
import { answer, reply, replyProblem } from './requests.js';
import { Scribe } from './scribe.js';
import { interruptProblem } from './threads.js';
import {
  beginTurn,
  busyProblem,
  endTurn,
  enqueue,
  markReceived,
  startNextTurn,
  steer,
  wasReceived,
} from './turns.js';

const base = setup({
  types: {
    context: {} as SessionContext,
    input: {} as SessionInput,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
  },
});

type EventNamed<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

/** A decision on an input: its events are raised, its effects emitted, its memory assigned. */
function ruling<E extends SessionEvent>(rule: (scribe: Scribe, event: E) => void) {
  return base.enqueueActions(({ context, event, enqueue: queue }) => {
    const input = event as E & { at: string } & Partial<Pick<DraftInput, 'raw' | 'source'>>;
    const scribe = new Scribe(context, input.at, input.raw ?? null, input.source);
    rule(scribe, input);
    startNextTurn(scribe);
    queue.assign(scribe.remembered);
    for (const entry of scribe.entries) queue.raise(entry);
    for (const effect of scribe.effects) queue.emit({ type: 'effect', effect });
    if (scribe.dropped) queue.emit({ type: 'dropped', input: input.type, ...scribe.dropped });
  });
}

function messageOf({ messageId, message, attachments }: SendCommand): QueuedMessage {
  return { messageId, message, attachments };
}

function refusal(context: SessionContext, command: Command): Problem {
  if (context.ended) return problem('session_ended', `session ${context.input.sessionId} has ended`);
  switch (command.type) {
    case 'command.send':
      return busyProblem(context, command.whenBusy) ?? ending(context);
    case 'command.reply':
      return replyProblem(context, 'permission', command.permissionId) ?? ending(context);
    case 'command.answer':
      return replyProblem(context, 'question', command.questionId, command.answers) ?? ending(context);
    case 'command.reject':
      return replyProblem(context, 'question', command.questionId) ?? ending(context);
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

/** The actions and guards of the session machine. */
export const session = base.extend({
  actions: {
    beginSession: ruling<EventNamed<'agent.ready'>>((scribe, { nativeSessionId, metadata }) => {
      scribe.setNativeSessionId(nativeSessionId);
      startSession(scribe, metadata, 'daemon');
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
      markReceived(scribe, command.messageId);
      beginTurn(scribe, messageOf(command));
    }),
    queueLast: ruling<SendCommand>((scribe, command) => {
      markReceived(scribe, command.messageId);
      enqueue(scribe, messageOf(command), 'back');
    }),
    queueFirst: ruling<SendCommand>((scribe, command) => {
      markReceived(scribe, command.messageId);
      enqueue(scribe, messageOf(command), 'front');
    }),
    steer: ruling<SendCommand>((scribe, command) => {
      markReceived(scribe, command.messageId);
      steer(scribe, messageOf(command));
    }),
    reply: ruling<EventNamed<'command.reply'>>((scribe, { permissionId, reply: given, message }) =>
      reply(scribe, permissionId, given, message),
    ),
    answer: ruling<EventNamed<'command.answer'>>((scribe, { questionId, answers }) =>
      answer(scribe, questionId, answers),
    ),
    reject: ruling<EventNamed<'command.reject'>>((scribe, { questionId }) =>
      answer(scribe, questionId, null),
    ),
    configure: ruling<ConfigureCommand>((scribe, { settings, detail }) => {
      announce(scribe, 'settings', detail);
      scribe.effect({ type: 'configure', settings });
    }),
    failStart: ruling<EventNamed<'agent.exited'>>((scribe, { exit }) => failStart(scribe, exit)),
    handleAgentExit: ruling<EventNamed<'agent.exited'>>((scribe, { exit }) => handleAgentExit(scribe, exit)),
    dropTurn: ruling((scribe) => endTurn(scribe, 'interrupted', { cause: 'not_delivered' }, 'daemon')),
    failTurn: ruling<EventNamed<'agent.unprompted'>>((scribe, { failure }) => {
      const message = failure ?? 'the message did not reach the agent';
      scribe.write('error', { message, code: 'agent_unavailable', details: { retryable: false } }, 'daemon');
      endTurn(scribe, 'error', { cause: 'not_delivered' }, 'daemon');
    }),
    terminate: ruling((scribe) =>
      endSession(scribe, { reason: 'terminated', terminated_by: 'daemon' }, 'daemon'),
    ),
    recover: ruling((scribe) => recover(scribe, false)),
    hold: ruling((scribe) => recover(scribe, true)),

    /** Fast path: deltas of an open item change no state and are by far the most frequent input. */
    stream: base.enqueueActions(({ context, event, enqueue: queue }) => {
      const { draft, at, raw, source, more = [] } = event as DraftInput;
      if (draft.type !== 'item.delta') return;
      const scribe = new Scribe(context, at, null, source);
      scribe.stream(openAt(context, draft.key)!, [{ delta: draft.delta, raw }, ...more]);
      queue.assign(scribe.context);
      for (const { event, raw } of scribe.entries) queue.emit({ type: 'event', event, raw });
    }),
    record: base.assign(({ context, event }) => evolve(context, event as Entry)),
    publish: base.emit(({ event }) => {
      const { event: published, raw } = event as Entry;
      return { type: 'event', event: published, raw };
    }),
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
    isDuplicate: ({ context, event }) => wasReceived(context, (event as SendCommand).messageId),
    isRefused: ({ context, event }) => busyProblem(context, (event as SendCommand).whenBusy) !== null,
    isQueueFull: ({ context }) => busyProblem(context, 'queue') !== null,
    isSteer: ({ event }) => (event as SendCommand).whenBusy === 'steer',
    // A message steered into a turn that is being interrupted would be lost with it.
    isSteerTooLate: ({ context, event }) => {
      const { whenBusy, messageId } = event as SendCommand;
      if (whenBusy !== 'steer' || wasReceived(context, messageId)) return false;
      return busyProblem(context, 'steer') === null && busyProblem(context, 'queue') === null;
    },
    isInterrupt: ({ event }) => (event as SendCommand).whenBusy === 'interrupt',
    isPendingPermission: ({ context, event }) =>
      replyProblem(context, 'permission', (event as EventNamed<'command.reply'>).permissionId) === null,
    isPendingQuestion: ({ context, event }) => {
      const command = event as EventNamed<'command.answer'> | EventNamed<'command.reject'>;
      const answers = command.type === 'command.answer' ? command.answers : null;
      return replyProblem(context, 'question', command.questionId, answers) === null;
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
    isLastRequest: ({ context }) => Object.keys(context.pending).length === 1,
    isLastItem: ({ context }) => Object.keys(context.open).length === 1,
    isStreaming: ({ context, event }) => {
      const { draft } = event as DraftInput;
      return draft.type === 'item.delta' && draft.delta !== '' && openAt(context, draft.key) !== undefined;
    },
  },
});
