import { z } from 'zod';
import type { Question } from '../../schema/index.js';

/** MCP elicitation: a server asks the human, through the agent, to fill in a form or to open a page. */

const Choice = z.object({ const: z.string(), title: z.string().nullish() });

/** The part of a form field that a question can express. */
const Field = z.object({
  type: z.string().nullish(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  enum: z.array(z.string()).nullish(),
  oneOf: z.array(Choice).nullish(),
  items: z.object({ enum: z.array(z.string()).nullish(), anyOf: z.array(Choice).nullish() }).nullish(),
});
type Field = z.infer<typeof Field>;

export const FormSchema = z.object({ properties: z.record(z.string(), Field) });

export interface ElicitationForm {
  server: string;
  /** The message to the human; empty lines are skipped. */
  lines: readonly (string | null | undefined)[];
  schema: z.infer<typeof FormSchema> | null | undefined;
}

/** One question per field of the form, or a single question to accept if there are no fields. */
export function formQuestions({ server, lines, schema }: ElicitationForm): Question[] {
  const prompt = lines.filter((line) => line != null && line !== '').join('\n');
  const fields = fieldsOf(schema);
  if (fields.length === 0) {
    return [
      {
        header: server,
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

/** The human's answers as form content; null if they declined, or did not say whether they accept. */
export function formContent(
  schema: ElicitationForm['schema'],
  answers: readonly string[][],
): Record<string, unknown> | null {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return !answers[0]?.length || answers[0].includes('decline') ? null : {};
  const content: Record<string, unknown> = {};
  for (const [i, [name, field]] of fields.entries()) {
    const values = (answers[i] ?? []).map((answer) => convert(field, answer));
    if (field.type === 'array') content[name] = values;
    else if (values.length > 0) content[name] = values[0];
  }
  return content;
}

function fieldsOf(schema: ElicitationForm['schema']): [string, Field][] {
  return Object.entries(schema?.properties ?? {});
}

function choicesOf(field: Field): { value: string; label: string }[] {
  const plain = field.enum ?? field.items?.enum;
  if (plain) return plain.map((value) => ({ value, label: value }));
  const titled = field.oneOf ?? field.items?.anyOf;
  if (titled) return titled.map(({ const: value, title }) => ({ value, label: title ?? value }));
  return field.type === 'boolean' ? ['true', 'false'].map((value) => ({ value, label: value })) : [];
}

function convert(field: Field, answer: string): string | number | boolean {
  if (field.type === 'boolean') return /^(true|yes|1)$/i.test(answer);
  if (field.type !== 'number' && field.type !== 'integer')
    return choicesOf(field).find(({ label }) => label === answer)?.value ?? answer;
  const number = Number(answer);
  // An invalid number is passed on: the server reports the error better than we could.
  return answer.trim() === '' || Number.isNaN(number) ? answer : number;
}
