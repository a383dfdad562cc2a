import { describe, expect, test } from 'vitest';
import { violations } from '../../support/invariants.js';
import { asks, assistant, drafts, result, session, system, toolResult, toolUse } from './native-lines.js';

describe('permissions', () => {
  test('asks for permission to run a command', () => {
    const suggestion = {
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent: 'touch a' }],
      behavior: 'allow',
      destination: 'localSettings',
    };
    const more = {
      tool_use_id: 't1',
      description: 'Make it',
      blocked_path: '/p/a',
      decision_reason: 'It writes',
      permission_suggestions: [suggestion],
      agent_id: 'sub',
      new_field: 1,
    };
    expect(drafts(asks('r1', 'Bash', { command: 'touch a' }, more))).toEqual([
      {
        type: 'permission.requested',
        key: 'r1',
        thread: 'sub',
        action: 'command_execution',
        metadata: {
          tool: 'Bash',
          kind: 'execute',
          title: 'touch a',
          input: { command: 'touch a' },
          command: 'touch a',
          replies: ['once', 'always', 'reject'],
          scope: 'the command "touch a" in this session',
          reason: 'It writes',
          call_id: 't1',
          native: {
            description: 'Make it',
            blocked_path: '/p/a',
            agent_id: 'sub',
            permission_suggestions: [suggestion],
          },
        },
      },
    ]);
  });

  test.each([
    ['Edit', { file_path: '/p/a', old_string: 'x', new_string: 'y' }, 'file_change', 'replace'],
    ['Write', { file_path: '/p/a', content: 'y\n' }, 'file_change', 'write'],
    ['NotebookEdit', { notebook_path: '/p/a', new_source: 'y' }, 'file_change', 'cell'],
    ['Read', { file_path: '/p/a' }, 'tool_use', undefined],
  ])('%s proposes its change', (tool, input, action, type) => {
    const [draft] = drafts(asks('r1', tool, input));
    expect(draft).toMatchObject({ action, metadata: { tool, title: 'a', paths: ['/p/a'] } });
    const changes = draft?.type === 'permission.requested' ? draft.changes?.map((change) => change.type) : [];
    expect(changes).toEqual(type === undefined ? undefined : [type]);
  });

  test('requests and rejects at once if a rule denied the tool', () => {
    const rig = session(
      assistant('m1', toolUse('t1', 'Bash', { command: 'rm x' })),
      system('permission_denied', { tool_name: 'Bash', tool_use_id: 't1', message: 'a rule forbids it' }),
      toolResult('t1', 'a rule forbids it', 'Error', { is_error: true }),
      result(),
    );
    expect(violations(rig.events)).toEqual([]);
    expect(rig.events.filter(({ type }) => type.startsWith('permission.'))).toMatchObject([
      {
        data: {
          status: 'requested',
          metadata: { command: 'rm x', replies: [], reason: 'a rule forbids it' },
        },
      },
      { data: { status: 'denied', metadata: { reply: 'reject', resolved_by: 'agent' } } },
    ]);
  });
});

describe('questions', () => {
  test('puts all questions into one request', () => {
    const questions = [
      {
        question: 'Which?',
        header: 'Colour',
        options: [{ label: 'Red', description: 'warm' }],
        multiSelect: false,
      },
      { question: 'How many?' },
    ];
    expect(drafts(asks('q1', 'AskUserQuestion', { questions }))).toEqual([
      {
        type: 'question.requested',
        key: 'q1',
        questions: [
          {
            header: 'Colour',
            prompt: 'Which?',
            options: [{ label: 'Red', description: 'warm' }],
            multi_select: false,
          },
          { header: '', prompt: 'How many?', options: [], multi_select: false },
        ],
        native: {},
      },
    ]);
  });

  test('treats AskUserQuestion without questions as an ordinary tool', () => {
    expect(drafts(asks('q1', 'AskUserQuestion', { questions: [] }))).toMatchObject([
      { type: 'permission.requested', action: 'tool_use' },
    ]);
  });

  const prompt = (...lines: object[]) =>
    drafts(...lines).flatMap((draft) => (draft.type === 'question.requested' ? draft.questions[0] : []));

  test.each([
    ['in the request', [asks('p1', 'ExitPlanMode', { plan: '# A' })], '# A'],
    [
      'in the call',
      [
        assistant('m1', toolUse('t1', 'ExitPlanMode', { plan: '# B' })),
        asks('p1', 'ExitPlanMode', {}, { tool_use_id: 't1' }),
      ],
      '# B',
    ],
    ['nowhere', [asks('p1', 'ExitPlanMode', {})], 'Leave plan mode?'],
  ])('takes a plan that is %s', (_, lines, plan) => {
    const [question] = prompt(...lines);
    expect(question).toMatchObject({ prompt: plan, multi_select: false });
    expect(question?.options.map(({ label }) => label)).toEqual(['approve', 'reject']);
  });
});

describe('requests without a reply', () => {
  const ask = asks('r1', 'Bash', { command: 'x' }, { tool_use_id: 't1' });
  const question = asks(
    'q1',
    'AskUserQuestion',
    { questions: [{ question: 'Which?' }] },
    { tool_use_id: 't1' },
  );
  const cancel = (request_id: string) => ({ type: 'control_cancel_request', request_id });
  const ends = (...lines: object[]) => {
    const rig = session(assistant('m1', toolUse('t1')), ...lines);
    expect(violations(rig.events)).toEqual([]);
    return rig.events.flatMap(({ type, data }) => (type.endsWith('.resolved') ? [data] : []));
  };

  test('are resolved when the CLI withdraws them', () => {
    expect(ends(ask, cancel('r1'))).toMatchObject([
      { status: 'denied', metadata: { reply: 'cancelled', resolved_by: 'agent' } },
    ]);
    expect(ends(question, cancel('q1'))).toMatchObject([{ status: 'rejected', resolved_by: 'agent' }]);
    expect(ends(cancel('r1'))).toEqual([]);
  });

  test('are withdrawn by kind', () => {
    expect(drafts(ask, cancel('r1')).slice(1)).toEqual([
      { type: 'permission.resolved', key: 'r1', reply: 'cancelled' },
    ]);
    expect(drafts(question, cancel('q1')).slice(1)).toEqual([
      { type: 'question.resolved', key: 'q1', answers: null },
    ]);
  });

  test('are resolved by the result of the tool', () => {
    const failed = toolResult('t1', 'gave up', 'Error', { is_error: true });
    expect(ends(ask, failed)).toMatchObject([{ status: 'denied', metadata: { reply: 'cancelled' } }]);
    expect(ends(ask, toolResult('t1', 'ran'))).toMatchObject([{ status: 'approved' }]);
    expect(ends(question, failed)).toMatchObject([{ status: 'rejected' }]);
  });
});
