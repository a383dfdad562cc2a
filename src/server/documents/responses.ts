import {
  type HttpBinding,
  type Operation,
  type OperationOutput,
  Problem,
  type ProblemKind,
  problem,
  problemStatus,
} from '../../schema/index.js';
import { PROBLEM_TYPE } from '../problems.js';
import type { Components, JsonSchema } from './components.js';

const EVENT_STREAM = 'text/event-stream';

const PREFERRED = 'The same, with `Prefer: return=representation`';

/** Describes text formats that JSON schema cannot express. */
const formats: Record<string, string> = {
  [EVENT_STREAM]:
    'Each message has `id`, the sequence, and `data`, a UniversalEvent as JSON. Comments keep the stream alive',
  'application/x-ndjson': 'Each line is a UniversalEvent as JSON',
};

/** The successful response of an operation and all its problems, by status. */
export function responsesOf(
  operation: Operation,
  { status, answer, deferred }: HttpBinding,
  components: Components,
): Record<string, object> {
  const isEmpty = operation.output.kind === 'empty';
  const content = isEmpty ? {} : { content: contentOf(operation.output, components) };
  return {
    ...(isEmpty || status === 204 ? { 204: { description: answer } } : {}),
    ...(deferred ? { 202: { description: deferred } } : {}),
    ...(isEmpty ? {} : { 200: { description: status === 204 ? PREFERRED : answer, ...content } }),
    ...refusals(kindsOf(operation), components),
  };
}

function contentOf(output: OperationOutput, components: Components): object {
  switch (output.kind) {
    case 'json':
      return { 'application/json': { schema: components.describe(output.schema, 'output') } };
    case 'text':
      return textOf(output.contentType);
    case 'events':
      return textOf(EVENT_STREAM);
    case 'bytes':
      return { [output.contentType]: {} };
    case 'empty':
      return {};
  }
}

function textOf(contentType: string): object {
  const schema: JsonSchema = { type: 'string' };
  if (formats[contentType]) schema.description = formats[contentType];
  return { [contentType]: { schema } };
}

/** The problems of an operation, and those common to all. */
function kindsOf({ input, scope, errors = [] }: Operation): Set<ProblemKind> {
  const kinds: ProblemKind[] = [...errors, 'forbidden', 'internal'];
  // Everything stored stays readable.
  if (scope !== 'public' && scope !== 'any' && scope !== 'read') kinds.push('storage_unavailable');
  if (scope !== 'public') kinds.push('token_invalid');
  if (input) kinds.push('invalid_request');
  if (input?.body) kinds.push('payload_too_large');
  return new Set(kinds);
}

function refusals(kinds: Set<ProblemKind>, components: Components): Record<string, object> {
  const content = { [PROBLEM_TYPE]: { schema: components.describe(Problem, 'output') } };
  const responses: Record<string, { description: string; content: object }> = {};
  for (const kind of [...kinds].sort()) {
    const status = problemStatus[kind];
    const line = `\`${kind}\`: ${problem(kind, '').title}`;
    const known = responses[status];
    responses[status] = { description: known ? `${known.description}\n\n${line}` : line, content };
  }
  return responses;
}
