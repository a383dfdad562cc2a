import type { z } from 'zod';
import { Components, type JsonSchema } from './components.js';

/** Collects the messages and their schemas for `components`, and the references to them for the channel. */
export class MessageComponents {
  readonly #schemas = new Components('draft-07');
  readonly messages: Record<string, object> = {};
  readonly references: Record<string, object> = {};

  get schemas(): Record<string, JsonSchema> {
    return this.#schemas.schemas;
  }

  /** Returns the reference to the message for use in operations. */
  add(key: string, title: string, schema: z.ZodType, io: 'input' | 'output'): object {
    const payload = this.#schemas.describe(schema, io);
    const { id } = (payload.properties ?? {}) as { id?: object };
    this.messages[key] = {
      name: key,
      title,
      payload,
      ...(id ? { correlationId: { location: '$message.payload#/id' } } : {}),
    };
    this.references[key] = { $ref: `#/components/messages/${key}` };
    return { $ref: `#/channels/ws/messages/${key}` };
  }
}
