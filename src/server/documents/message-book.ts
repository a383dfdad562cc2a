import type { z } from 'zod';
import { Components } from './components.js';

/** Collects all messages for `components`, and their references for the channel. */
export class MessageBook {
  readonly components = new Components('draft-07');
  readonly messages: Record<string, object> = {};
  readonly references: Record<string, object> = {};

  /** Returns the reference to the message for use in operations. */
  add(key: string, title: string, schema: z.ZodType, io: 'input' | 'output'): object {
    const payload = this.components.describe(schema, io);
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
