import { Problem, type ProblemKind, problem, problemStatus } from '../../schema/index.js';
import { PROBLEM_TYPE } from '../problems.js';
import type { Answer, AnyRoute } from '../routes/route.js';
import type { Components, JsonSchema } from './components.js';

/** What the text of an answer is that JSON schema cannot describe. */
const texts: Record<string, string> = {
  'text/event-stream':
    'Each message has `id`, the sequence, and `data`, a UniversalEvent as JSON. Comments keep the stream alive',
  'application/x-ndjson': 'Each line is a UniversalEvent as JSON',
};

/** The answer of a route and all its refusals, by status. */
export function responsesOf(route: AnyRoute, components: Components): Record<string, object> {
  const { status, description } = route.answer;
  const content = contentOf(route.answer, components);
  return {
    [status]: { description, ...(content ? { content } : {}) },
    ...refusals(kindsOf(route), components),
  };
}

function contentOf({ status, schema, contentType }: Answer, components: Components): object | null {
  if (status === 204) return null;
  if (schema)
    return { [contentType ?? 'application/json']: { schema: components.describe(schema, 'output') } };
  if (!contentType) throw new Error('an answer with a body needs a schema or a content type');
  // A range of types is told of bytes, and they have no schema.
  if (contentType.endsWith('/*')) return { [contentType]: {} };
  const text: JsonSchema = { type: 'string' };
  if (texts[contentType]) text.description = texts[contentType];
  return { [contentType]: { schema: text } };
}

/** The problems that a route names, and those that come before its handler or in spite of it. */
function kindsOf({ params, query, body, isPublic, problems = [] }: AnyRoute): Set<ProblemKind> {
  const kinds: ProblemKind[] = [...problems, 'forbidden', 'internal'];
  if (!isPublic) kinds.push('token_invalid');
  if (params || query || body) kinds.push('invalid_request');
  if (body) kinds.push('payload_too_large');
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
