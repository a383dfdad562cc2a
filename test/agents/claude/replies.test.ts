import { describe, expect, test } from 'vitest';
import type { ClaudeConnection } from '../../../src/agents/claude/connection.js';
import { FakeClaude, type Json } from './fake-claude.js';
import { type Line, recordings } from './recordings.js';

describe('requests of the CLI', () => {
  const bash = { command: 'touch a', description: 'Make a file' };
  const rule = { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'touch a' }], behavior: 'allow' };
  const permission_suggestions = [
    { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
    { ...rule, destination: 'localSettings' },
    { ...rule, destination: 'localSettings', rules: [{ toolName: 'Read' }] },
  ];

  test('once: allows with the original input', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    claude.ask('r1', 'Bash', bash, { permission_suggestions });
    await connection.replyPermission('r1', 'once', null);
    expect(claude.answers).toEqual({ r1: { behavior: 'allow', updatedInput: bash } });
    expect(claude.payloads).toHaveLength(1);
  });

  test('always: adds one rule, for this session only', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    claude.ask('r1', 'Bash', bash, { permission_suggestions });
    await connection.replyPermission('r1', 'always', null);
    expect(claude.answers).toEqual({
      r1: {
        behavior: 'allow',
        updatedInput: bash,
        updatedPermissions: [{ ...rule, destination: 'session' }],
      },
    });
  });

  test.each([
    ['Write', '/project/a.txt', [{ toolName: 'Edit', ruleContent: '//project/a.txt' }]],
    ['Edit', '/project/*.txt', undefined],
    ['WebFetch', '/project/a.txt', undefined],
  ])('always without a suggested rule: %s %s', async (tool, file_path, rules) => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    const [setMode] = permission_suggestions;
    claude.ask('r1', tool, { file_path }, { permission_suggestions: [setMode] });
    await connection.replyPermission('r1', 'always', null);
    expect(claude.answers.r1.updatedPermissions?.[0].rules).toEqual(rules);
  });

  test('reject: denies with a message and does not interrupt', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    claude.ask('r1', 'Bash', bash);
    claude.ask('r2', 'Bash', bash);
    await connection.replyPermission('r1', 'reject', 'not on a Friday');
    await connection.replyPermission('r2', 'reject', null);
    expect(claude.answers).toEqual({
      r1: { behavior: 'deny', message: 'not on a Friday' },
      r2: { behavior: 'deny', message: 'The user does not want this tool to be used.' },
    });
  });

  test('answers questions by their text', async () => {
    const questions = [
      { question: 'Which?', header: 'H', options: [{ label: 'a' }], multiSelect: false },
      { question: 'Which ones?', options: [], multiSelect: true },
      { question: 'What else?' },
    ];
    const claude = new FakeClaude();
    const connection = await claude.connected();
    claude.ask('q1', 'AskUserQuestion', { questions, extra: 1 });
    claude.ask('q2', 'AskUserQuestion', { questions });
    await connection.answerQuestion('q1', [['a'], ['b', 'c'], []]);
    await connection.rejectQuestion('q2');
    expect(claude.answers).toEqual({
      q1: {
        behavior: 'allow',
        updatedInput: { questions, extra: 1, answers: { 'Which?': 'a', 'Which ones?': 'b, c' } },
      },
      q2: { behavior: 'deny', message: 'The user did not want to answer.' },
    });
  });

  test('approves, rejects or comments on a plan', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    for (const id of ['p1', 'p2', 'p3', 'p4']) claude.ask(id, 'ExitPlanMode', { plan: '# Plan' });
    await connection.answerQuestion('p1', [['approve']]);
    await connection.answerQuestion('p2', [['reject']]);
    await connection.answerQuestion('p3', [['do less']]);
    await connection.rejectQuestion('p4');
    expect(claude.answers).toEqual({
      p1: { behavior: 'allow', updatedInput: { plan: '# Plan' } },
      p2: { behavior: 'deny', message: 'The user rejected the plan.' },
      p3: { behavior: 'deny', message: 'do less' },
      p4: { behavior: 'deny', message: 'The user rejected the plan.' },
    });
  });

  test('ignores replies to withdrawn, resolved and unknown requests', async () => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    claude.ask('r1', 'Bash', bash);
    claude.say({ type: 'control_cancel_request', request_id: 'r1' });
    await connection.replyPermission('r1', 'once', null);
    claude.ask('r2', 'Bash', bash);
    await connection.replyPermission('r2', 'reject', 'no');
    await connection.replyPermission('r2', 'once', null);
    await connection.answerQuestion('r3', [['a']]);
    expect(claude.answers).toEqual({ r2: { behavior: 'deny', message: 'no' } });
    expect(claude.written).toHaveLength(1);
    expect(claude.payloads).toHaveLength(3);
  });

  test('bypass allows all tools but still asks questions', async () => {
    const claude = new FakeClaude({ permissionMode: 'bypass' });
    await claude.connected();
    claude.ask('r1', 'Bash', bash, { permission_suggestions });
    claude.ask('q1', 'AskUserQuestion', { questions: [{ question: 'Which?' }] });
    claude.ask('p1', 'ExitPlanMode', {});
    expect(claude.answers).toEqual({ r1: { behavior: 'allow', updatedInput: bash } });
    expect(claude.payloads.map((text) => JSON.parse(text).request_id)).toEqual(['q1', 'p1']);
  });

  test('refuses unknown requests', async () => {
    const claude = new FakeClaude();
    await claude.connected();
    claude.say({ type: 'control_request', request_id: 'x1', request: { subtype: 'elicitation' } });
    claude.say({ type: 'control_request', request_id: 'x2', request: { subtype: 'can_use_tool' } });
    claude.say({ type: 'control_request', request_id: 'x3' });
    expect(claude.written.map(({ response }) => [response.request_id, response.subtype])).toEqual([
      ['x1', 'error'],
      ['x2', 'error'],
      ['x3', 'error'],
    ]);
  });

  test.each(['', '{"control_', '"control_response"', 'null "control_', '{"type":"control_response"}'])(
    'tolerates a line that only looks like a control message: %s',
    async (line) => {
      const claude = new FakeClaude();
      await claude.connected();
      claude.say(line);
      expect(claude.written).toEqual([]);
      expect(claude.payloads).toEqual([line]);
    },
  );
});

describe('responses match the recorded client', () => {
  /** Recorded responses of a kind that we send too. */
  function comparable(line: Line): Json | null {
    if (line.dir !== 'in' || !line.text.startsWith('{"type":"control_response"')) return null;
    const answer = JSON.parse(line.text);
    const { behavior, updatedInput, updatedPermissions, interrupt } = answer.response.response ?? {};
    // The recorded client also sent what we never send: wider permissions, interrupts, responses without input.
    if (updatedPermissions || interrupt) return null;
    return behavior === 'deny' || (behavior === 'allow' && updatedInput !== undefined) ? answer : null;
  }

  const withAnswers = recordings.filter(({ lines }) => lines.some((line) => comparable(line) !== null));

  test('has recordings with responses', () => expect(withAnswers.length).toBeGreaterThan(12));

  test.each(withAnswers)('$name', async ({ lines }) => {
    const claude = new FakeClaude();
    const connection = await claude.connected();
    for (const line of lines) {
      if (line.dir === 'out') claude.say(line.text);
      const recorded = comparable(line);
      if (recorded === null) continue;
      const { request_id, response } = recorded.response;
      if (response.behavior === 'deny')
        await connection.replyPermission(request_id, 'reject', response.message);
      else await reply(connection, claude, request_id, response.updatedInput.answers);
      // e4 omits the answers; we send an empty record.
      if (response.updatedInput?.questions) response.updatedInput.answers ??= {};
      // e5 has several answers as a list; we send one text, which every version takes.
      for (const [question, answer] of Object.entries<Json>(response.updatedInput?.answers ?? {}))
        if (Array.isArray(answer)) response.updatedInput.answers[question] = answer.join(', ');
      expect(claude.written.at(-1)).toEqual(recorded);
    }
  });

  function reply(connection: ClaudeConnection, claude: FakeClaude, id: string, answers?: Json) {
    const asked = claude.payloads.map((text) => JSON.parse(text)).find(({ request_id }) => request_id === id);
    const { tool_name, input } = asked.request;
    if (tool_name === 'ExitPlanMode') return connection.answerQuestion(id, [['approve']]);
    if (tool_name !== 'AskUserQuestion') return connection.replyPermission(id, 'once', null);
    const given = input.questions.map(({ question }: Json) => {
      const answer = answers?.[question] ?? [];
      return Array.isArray(answer) ? answer : answer.split(', ');
    });
    return connection.answerQuestion(id, given);
  }
});
