import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answerSchema, type Named, type OpenApi, openApiDocument, operationsOf } from './document.js';
import { misfits } from './misfits.js';

const file = new URL('../../../fixtures/spec/openapi-v0.1.11.json', import.meta.url);
const older: OpenApi = JSON.parse(readFileSync(file, 'utf8'));
const ours = openApiDocument();

const olderOperations = operationsOf(older).filter(({ path }) => !path.startsWith('/v1/fs/'));
const counterpart = ({ operationId }: Named) =>
  operationsOf(ours).find((each) => each.operationId === operationId)!;
const cases = olderOperations.map((each) => [each.operationId, each] as const);

const camelCase = (text: string) => text.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const goodStatuses = ({ responses }: Named) => Object.keys(responses).filter((each) => each.startsWith('2'));

/** Deliberate differences. */
const deliberate = [
  // Only these four; other modes of an agent are its `agentMode`.
  /^create_session\.permissionMode: any is none of default, acceptEdits, plan, bypass$/,
  // Typed as a string; the value sent is `agent_process_exited`, which older clients know.
  /^create_session\.error\.type: any is none of .*\bagent_process_exited\b/,
  // Only one of more than 1 MiB, which no event can hold.
  /^item\.(started|completed)\.item\.content\[\]\.diff: object instead of string$/,
  // The decision of the human, not the button that was pressed.
  /^permission\.(requested|resolved)\.status: approved, denied is none of /,
];
const byAccident = (found: string[]) => found.filter((each) => !deliberate.some((known) => known.test(each)));

/**
 * Statuses that clients get who ask for them with a header that the older API does not have, and while the storage takes
 * no writes.
 */
const additional: Record<string, string[]> = { post_message: ['200'], terminate_session: ['202'] };

/** The older API's schema of each event type's data, which its union does not specify. */
const dataNames: Record<string, string> = {
  'session.started': 'SessionStartedData',
  'session.ended': 'SessionEndedData',
  'turn.started': 'TurnEventData',
  'turn.ended': 'TurnEventData',
  'item.started': 'ItemEventData',
  'item.delta': 'ItemDeltaData',
  'item.completed': 'ItemEventData',
  error: 'ErrorData',
  'permission.requested': 'PermissionEventData',
  'permission.resolved': 'PermissionEventData',
  'question.requested': 'QuestionEventData',
  'question.resolved': 'QuestionEventData',
  'agent.unparsed': 'AgentUnparsedData',
};

const withBody = cases.filter(([, { requestBody }]) => requestBody);
function bodyMisfits(operation: Named): string[] {
  const schemaOf = ({ requestBody }: Named) => requestBody!.content['application/json']!.schema;
  const sent = { schema: schemaOf(operation), document: older };
  return misfits(sent, { schema: schemaOf(counterpart(operation)), document: ours }, operation.operationId);
}

const withAnswer = cases.filter(([, operation]) => answerSchema(operation));
function answerMisfits(operation: Named): string[] {
  const sent = { schema: answerSchema(counterpart(operation))!, document: ours };
  return misfits(sent, { schema: answerSchema(operation)!, document: older }, operation.operationId);
}

function dataMisfits(type: string, name: string): string[] {
  const event = Object.values(ours.components.schemas).find((each) => each.properties?.type?.const === type)!;
  const sent = { schema: event.properties!.data!, document: ours };
  return misfits(sent, { schema: older.components.schemas[name]!, document: older }, type);
}

describe('a client of the older API', () => {
  it('has operations to compare', () => {
    expect(olderOperations.length).toBeGreaterThanOrEqual(14);
  });

  it.each(cases)('finds %s under its method, path and status', (_id, operation) => {
    const found = counterpart(operation);
    expect(found).toMatchObject({ method: operation.method, path: camelCase(operation.path) });
    const statuses = goodStatuses(found).filter((each) => !additional[operation.operationId]?.includes(each));
    expect(statuses).toEqual(goodStatuses(operation));
  });

  it.each(cases)('can send all parameters of %s', (_id, operation) => {
    const known = new Map((counterpart(operation).parameters ?? []).map((each) => [each.name, each]));
    for (const { name, in: place, schema } of operation.parameters ?? []) {
      const found = known.get(place === 'path' ? camelCase(name) : name);
      expect(found, name).toMatchObject({ in: place });
      const { nullable: _, ...plain } = schema;
      const misfit = misfits(
        { schema: plain, document: older },
        { schema: found!.schema, document: ours },
        name,
      );
      expect(misfit).toEqual([]);
    }
    const olderNames = (operation.parameters ?? []).map(({ name }) => camelCase(name));
    const required = [...known.values()].filter((each) => each.required).map(({ name }) => name);
    expect(olderNames).toEqual(expect.arrayContaining(required));
  });

  it.each(withBody)('can send its body of %s', (_id, operation) => {
    expect(byAccident(bodyMisfits(operation))).toEqual([]);
  });

  it.each(withAnswer)('understands the answer of %s', (_id, operation) => {
    expect(byAccident(answerMisfits(operation))).toEqual([]);
  });

  it.each(Object.entries(dataNames))('understands the data of %s', (type, name) => {
    expect(byAccident(dataMisfits(type, name))).toEqual([]);
  });

  it('encounters every deliberate difference', () => {
    const all = [
      ...withBody.flatMap(([, operation]) => bodyMisfits(operation)),
      ...withAnswer.flatMap(([, operation]) => answerMisfits(operation)),
      ...Object.entries(dataNames).flatMap(([type, name]) => dataMisfits(type, name)),
    ];
    for (const known of deliberate) expect(all).toContainEqual(expect.stringMatching(known));
  });

  it('knows all event types', () => {
    expect(Object.keys(dataNames).sort()).toEqual(
      [...(older.components.schemas.UniversalEventType!.enum as string[])].sort(),
    );
    expect(ours.components.schemas.UniversalEvent!.oneOf).toHaveLength(Object.keys(dataNames).length);
  });

  it('finds every field of the schemas that kept their names', () => {
    const gone = Object.entries(older.components.schemas).flatMap(([name, { properties = {} }]) => {
      const known = ours.components.schemas[name]?.properties;
      return known ? Object.keys(properties).flatMap((key) => (key in known ? [] : [`${name}.${key}`])) : [];
    });
    expect(gone).toEqual([]);
  });
});
