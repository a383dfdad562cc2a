import type { Question } from '../../schema/index.js';
import type { NativeField, RequestOf } from './native-requests.js';

type Elicitation = RequestOf<'mcpServer/elicitation/request'>['params'];

interface Choice {
  value: string;
  label: string;
}

/** An elicitation as questions: one per field of its form; one to agree to where there is nothing to fill in. */
export function elicitationQuestions(params: Elicitation): Question[] {
  const prompt = promptOf(params);
  const fields = fieldsOf(params);
  if (fields.length === 0) {
    return [
      {
        header: params.serverName,
        prompt,
        options: [
          { label: 'accept', description: '' },
          { label: 'decline', description: '' },
        ],
        multi_select: false,
      },
    ];
  }
  return fields.map(([name, field]) => ({
    header: field.title ?? name,
    prompt: field.description ? `${prompt}\n${field.description}` : prompt,
    options: choicesOf(field).map(({ label }) => ({ label, description: '' })),
    multi_select: field.type === 'array',
  }));
}

/** What a human's answers are in the form's own terms; null where they decline. */
export function elicitationContent(params: Elicitation, answers: string[][]): Record<string, unknown> | null {
  const fields = fieldsOf(params);
  if (fields.length === 0) return answers[0]?.includes('decline') ? null : {};
  const content: Record<string, unknown> = {};
  for (const [i, [name, field]] of fields.entries()) {
    const given = (answers[i] ?? []).map((answer) => typed(field, answer));
    if (field.type === 'array') content[name] = given;
    else if (given.length > 0) content[name] = given[0];
  }
  return content;
}

function promptOf({ message, title, description, url }: Elicitation): string {
  return [message, title, description, url].filter((line) => line != null && line !== '').join('\n');
}

function fieldsOf({ requestedSchema }: Elicitation): [string, NativeField][] {
  return Object.entries(requestedSchema?.properties ?? {});
}

function choicesOf(field: NativeField): Choice[] {
  const plain = field.enum ?? field.items?.enum;
  if (plain) return plain.map((value) => ({ value, label: value }));
  const titled = field.oneOf ?? field.items?.anyOf;
  if (titled) return titled.map(({ const: value, title }) => ({ value, label: title ?? value }));
  return field.type === 'boolean' ? ['true', 'false'].map((value) => ({ value, label: value })) : [];
}

function typed(field: NativeField, answer: string): string | number | boolean {
  if (field.type === 'boolean') return /^(true|yes|1)$/i.test(answer);
  if (field.type !== 'number' && field.type !== 'integer')
    return choicesOf(field).find(({ label }) => label === answer)?.value ?? answer;
  const number = Number(answer);
  // The server that asked says better than we why it cannot take it.
  return answer.trim() === '' || Number.isNaN(number) ? answer : number;
}
