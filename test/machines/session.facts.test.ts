import { describe, expect, it } from 'vitest';
import type { DraftOf, ReportedUsage } from '../../src/schema/index.js';
import { complete, echoes, says, text, threadStarts, turnEnds } from '../support/drafts.js';
import { eventsOf, idle, inTurn, newSession } from '../support/session-helpers.js';
import { replayed, type SessionRig } from '../support/session-rig.js';

/** A notice as a translator makes it. */
function notice(label: string, detail: string, fields?: object, thread: string | null = null) {
  const json = fields === undefined ? [] : [{ type: 'json' as const, json: { ...fields } }];
  const content = [{ type: 'status' as const, label, detail }, ...json];
  return complete({ key: `${label} ${detail}`, kind: 'status', role: 'assistant', content, thread });
}

const started = (metadata: object): DraftOf<'session.started'> => ({
  type: 'session.started',
  metadata: { ...metadata },
});

const factsOf = ({ snapshot: { context } }: SessionRig) => context;

describe('the title', () => {
  const titled = (...messages: string[]) => {
    const rig = idle();
    for (const message of messages) rig.message(message).draft(turnEnds());
    return factsOf(rig).firstMessage;
  };

  it('is the first message', () => {
    expect(titled('Fix the build', 'and the tests')).toBe('Fix the build');
  });

  it('is on one line', () => {
    expect(titled('  Fix\n\tthe   build\r\n\nplease ')).toBe('Fix the build please');
  });

  it('has at most 60 code points', () => {
    expect(titled('x'.repeat(61))).toBe('x'.repeat(60));
    expect(titled('🎭'.repeat(61))).toBe('🎭'.repeat(60));
    expect(titled(`x${'🎭'.repeat(61)}`)).toBe(`x${'🎭'.repeat(59)}`);
    expect(titled(`${'x'.repeat(59)} cut at the space`)).toBe('x'.repeat(59));
    expect(titled(`${'🎭 '.repeat(40)}end`)).toBe('🎭 '.repeat(30).trimEnd());
  });

  it('is found behind any amount of white space', () => {
    expect(titled(`${' \n'.repeat(5000)}a${' '.repeat(5000)}b`)).toBe('a b');
  });

  it('is that of the next message if the first is blank', () => {
    expect(titled(' \n ', '')).toBeNull();
    expect(titled(' \n ', 'Now')).toBe('Now');
  });

  it('is the first text of a message that the agent echoes', () => {
    const rig = inTurn({ echoesUser: true });
    rig.draft(complete({ ...echoes('u', ''), content: [text(' '), text('hello'), text('<file>')] }));
    expect(factsOf(rig).firstMessage).toBe('hello');
  });

  it('is no text of the agent, nor of a sub-agent', () => {
    const rig = idle()
      .draft(threadStarts('t'))
      .draft(complete({ ...echoes('u', 'below'), thread: 't' }));
    rig.draft(complete(says('a', 'I begin')));
    expect(factsOf(rig).firstMessage).toBeNull();
  });

  it('is also told by the provider, the latest one counts', () => {
    const rig = inTurn().draft(notice('title', 'First')).draft(notice('title', 'Second'));
    expect(factsOf(rig)).toMatchObject({ providerTitle: 'Second', firstMessage: 'hello' });
  });
});

describe('the model', () => {
  it('is told at the start of the session', () => {
    expect(factsOf(newSession().draft(started({ model: 'm1' }))).model).toBe('m1');
    expect(factsOf(newSession().draft(started({ model: null }))).model).toBeNull();
  });

  it('is that of the latest turn', () => {
    const rig = newSession().draft(started({ model: 'm1' }));
    rig.draft({ type: 'turn.started', metadata: { model: 'm2' } });
    expect(factsOf(rig).model).toBe('m2');
    rig.draft(turnEnds('completed', { metadata: { model: 'm3' } }));
    expect(factsOf(rig).model).toBe('m3');
    rig.message('more').draft(turnEnds());
    expect(factsOf(rig).model).toBe('m3');
  });

  it('changes with a notice of the main thread', () => {
    const rig = inTurn().draft(notice('model', 'm2', { model: 'm2' }));
    rig.draft(threadStarts('t')).draft(notice('model', 'm3', { model: 'm3' }, 't'));
    expect(factsOf(rig).model).toBe('m2');
  });

  const configured = (changes: object) => {
    const settings = { model: 'm2', variant: null, agentMode: 'build', permissionMode: 'plan' } as const;
    const rig = newSession()
      .draft(started({ model: 'm1' }))
      .ready();
    return rig.send({ type: 'command.configure', settings, changes, detail: 'changed' });
  };

  it.each([
    ['another model', { model: 'm2' }, 'm2'],
    ['the default model, which the next turn tells', { model: null }, null],
    ['another setting', { permissionMode: 'plan' }, 'm1'],
  ])('after a change to %s', (_what, changes, model) => {
    expect(factsOf(configured(changes)).model).toBe(model);
  });

  it('is announced with the names of the vocabulary', () => {
    const rig = configured({ model: null, agentMode: 'build', permissionMode: 'plan' });
    expect(eventsOf(rig, 'item.completed').at(-1)?.data.item.content).toEqual([
      { type: 'status', label: 'settings', detail: 'changed' },
      { type: 'json', json: { model: null, mode: 'build', permission_mode: 'plan' } },
    ]);
  });
});

it('the context is that of the latest turn that tells it', () => {
  const context = { used_tokens: 10, window_tokens: 100 };
  const rig = inTurn().draft(turnEnds('completed', { metadata: { context } }));
  expect(factsOf(rig).contextUsage).toEqual(context);
  rig.message('more').draft(turnEnds('interrupted'));
  expect(factsOf(rig).contextUsage).toEqual(context);
});

describe('usage', () => {
  const usageOf = (usage: ReportedUsage) => {
    const rig = inTurn().draft(turnEnds('completed', { metadata: { usage } }));
    return eventsOf(rig, 'turn.ended')[0]?.data.metadata.usage;
  };

  it('has a total of input and output', () => {
    const reported = { input_tokens: 10, cached_tokens: 6, output_tokens: 5, reasoning_tokens: 2 };
    expect(usageOf(reported)).toEqual({ ...reported, total_tokens: 15 });
    expect(usageOf({ input_tokens: 0, output_tokens: 0 })).toMatchObject({ total_tokens: 0 });
  });

  it('has no total if either is unknown', () => {
    expect(usageOf({ output_tokens: 5 })).toEqual({ output_tokens: 5 });
    expect(usageOf({})).toEqual({});
  });

  it('is absent if the provider does not tell it', () => {
    const rig = inTurn().draft(turnEnds());
    expect(eventsOf(rig, 'turn.ended')[0]?.data.metadata).toEqual({ outcome: 'completed' });
  });

  it('adds up over the session, by kind', () => {
    const rig = inTurn();
    rig.draft(turnEnds('completed', { metadata: { usage: { input_tokens: 10, output_tokens: 5 } } }));
    rig.message('more');
    rig.draft(turnEnds('completed', { metadata: { usage: { input_tokens: 1, cached_tokens: 1 } } }));
    expect(rig.snapshot.context.usage).toEqual({
      input_tokens: 11,
      cached_tokens: 1,
      output_tokens: 5,
      total_tokens: 15,
    });
  });
});

describe('an untested version', () => {
  const tested = { testedVersions: ['1.0.0', '1.1.0'] };
  const warnings = (rig: SessionRig) =>
    eventsOf(rig, 'item.completed')
      .map(({ data }) => data.item.content)
      .filter(([part]) => part?.type === 'status' && part.label === 'version');
  const ready = (rig: SessionRig, version?: unknown) =>
    rig.send({ type: 'agent.ready', nativeSessionId: 'n', metadata: { version } });

  it('is announced right after the start of the session', () => {
    const rig = newSession(tested).draft(started({ version: '2.0.0' }));
    expect(rig.types.slice(0, 3)).toEqual(['session.started', 'item.started', 'item.completed']);
    expect(warnings(rig)).toEqual([
      [
        { type: 'status', label: 'version', detail: 'version 2.0.0 is untested; tested: 1.0.0, 1.1.0' },
        { type: 'json', json: { version: '2.0.0', tested: ['1.0.0', '1.1.0'] } },
      ],
    ]);
    expect(factsOf(rig).version).toBe('2.0.0');
  });

  it('is announced once, whoever tells it', () => {
    expect(warnings(ready(newSession(tested), '2.0.0'))).toHaveLength(1);
    expect(warnings(ready(newSession(tested).draft(started({ version: '2.0.0' })), '2.0.0'))).toHaveLength(1);
    expect(warnings(ready(newSession(tested).draft(complete(says('a', 'hi'))), '2.0.0'))).toHaveLength(1);
  });

  it('is announced again if the program was updated, and not each time it starts', () => {
    const rig = ready(newSession({ ...tested, onAgentExit: 'resume' }), '2.0.0');
    for (const version of ['2.0.0', '2.1.0', '2.1.0']) ready(rig.exit(0), version);
    expect(warnings(rig)).toHaveLength(2);
    expect(factsOf(rig).version).toBe('2.1.0');
  });

  it.each([
    ['a tested version', tested, '1.1.0'],
    ['an unknown version', tested, undefined],
    ['an agent of ours', {}, '9.9.9'],
  ])('is not announced for %s', (_what, given, version) => {
    expect(warnings(ready(newSession(given), version))).toEqual([]);
  });
});

it('a replay of the events yields the same facts', () => {
  const rig = newSession({ testedVersions: ['1.0.0'] }).draft(started({ model: 'm1', version: '2.0.0' }));
  rig
    .ready()
    .message('hello')
    .draft(notice('title', 'Greeting'))
    .draft(notice('model', 'm2', { model: 'm2' }));
  rig.draft(turnEnds('completed', { metadata: { context: { used_tokens: 1, window_tokens: 2 } } }));
  const { model, version, providerTitle, firstMessage, contextUsage } = factsOf(rig);
  const facts = { model, version, providerTitle, firstMessage, contextUsage };
  expect(Object.values(facts)).not.toContain(null);
  expect(replayed(rig.events).context).toMatchObject(facts);
});
