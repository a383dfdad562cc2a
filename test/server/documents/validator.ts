import { z } from 'zod';
import type { Schema } from './document.js';

/**
 * Validates values against the JSON schemas of a document alone, by converting them back to zod. Stricter than the
 * document: objects may not have undocumented fields.
 */
export function validator(schemas: Record<string, Schema>, draft: 'draft-2020-12' | 'draft-7') {
  const key = draft === 'draft-7' ? 'definitions' : '$defs';
  return (schema: Schema) => {
    const text = JSON.stringify({ ...schema, [key]: schemas });
    const closed = JSON.parse(text, (name, value) => {
      if (name === '$ref') return value.replace('#/components/schemas/', `#/${key}/`);
      const isClosed = value?.type === 'object' && value.properties && !value.additionalProperties;
      return isClosed ? { ...value, additionalProperties: false } : value;
    });
    const checker = z.fromJSONSchema(closed, { defaultTarget: draft });
    return (value: unknown): string | null => {
      const { error } = checker.safeParse(value);
      return error ? z.prettifyError(error) : null;
    };
  };
}
