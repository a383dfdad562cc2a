import type { Question } from '../../schema/index.js';
import { FormSchema, formContent, formQuestions } from '../kit/elicitation-form.js';
import type { Elicitation } from './native.js';

type Params = Elicitation['params'];
type Form = NonNullable<ReturnType<typeof formOf>>;

/**
 * Agents put a free text beside a choice into a field of its own, named after that of the choice. Ours are one question:
 * every question can be answered in one's own words.
 */
const FREE_TEXT = /^(.+)_(custom|note)$/;

export function elicitationQuestions({ message, url, requestedSchema }: Params): [Question, ...Question[]] {
  const lines = [message, url];
  return formQuestions({ server: '', lines, schema: withoutFreeTexts(formOf(requestedSchema)) }) as [
    Question,
    ...Question[],
  ];
}

/** The human's answers as the content of the form; null if they declined. */
export function elicitationContent(
  { requestedSchema }: Pick<Params, 'requestedSchema'>,
  answers: readonly string[][],
) {
  const form = formOf(requestedSchema);
  const asked = withoutFreeTexts(form);
  const content = formContent(asked, answers);
  if (content === null || form === null || asked === null) return content;
  for (const [index, name] of Object.keys(asked.properties).entries()) {
    const field = Object.keys(form.properties).find((each) => FREE_TEXT.exec(each)?.[1] === name);
    if (field === undefined) continue;
    const known = labelsOf(form, name);
    const own = (answers[index] ?? []).filter((answer) => !known.includes(answer));
    if (own.length === 0 || known.length === 0) continue;
    content[field] = own.join('\n');
    const rest = content[name];
    if (Array.isArray(rest)) content[name] = rest.filter((value) => !own.includes(String(value)));
    else delete content[name];
  }
  return content;
}

function formOf(schema: unknown) {
  const { data } = FormSchema.safeParse(schema);
  return data ?? null;
}

function withoutFreeTexts(form: Form | null): Form | null {
  if (form === null) return null;
  const properties = Object.fromEntries(
    Object.entries(form.properties).filter(([name]) => {
      const base = FREE_TEXT.exec(name)?.[1];
      return base === undefined || !Object.hasOwn(form.properties, base);
    }),
  );
  return { properties };
}

function labelsOf(form: Form, name: string): string[] {
  const field = form.properties[name];
  const plain = field?.enum ?? field?.items?.enum;
  const titled = field?.oneOf ?? field?.items?.anyOf ?? [];
  return plain ?? titled.map(({ const: value, title }) => title ?? value);
}
