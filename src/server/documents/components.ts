import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** OpenAPI 3.1 uses the newer draft, AsyncAPI 3.0 the older. */
export type Draft = 'draft-2020-12' | 'draft-07';

/** Converts zod schemas to JSON schemas. Those with an id are collected for `components` and referenced. */
export class Components {
  readonly #draft: Draft;
  readonly #named = new Map<string, JsonSchema>();

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** `input` is what a client may send, `output` what it receives. */
  describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Wrapped, since zod extracts named schemas only from inside the converted one.
    const wrapper = z.object({ schema });
    const converted = z.toJSONSchema(wrapper, { io, target: this.#draft, override });
    const { properties, $defs, definitions } = withOurRefs(converted);
    for (const [id, json] of Object.entries($defs ?? definitions ?? {})) this.#add(id, json);
    return properties.schema!;
  }

  /** Sorted, so the document does not depend on the order of use. */
  get schemas(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #add(id: string, json: JsonSchema): void {
    if (id.startsWith('__')) throw new Error('a recursive schema needs an id');
    const known = this.#named.get(id);
    if (known && JSON.stringify(known) !== JSON.stringify(json)) {
      throw new Error(`schema ${id} differs between input and output: give each its own id`);
    }
    this.#named.set(id, json);
  }
}

const override: NonNullable<z.core.ToJSONSchemaParams['override']> = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  // Responses may gain fields, which a strict client would reject.
  if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
  // The bounds of safe integers are noise to readers; code generators need the format.
  const { minimum, maximum } = jsonSchema;
  if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (maximum !== Number.MAX_SAFE_INTEGER) return;
  delete jsonSchema.maximum;
  jsonSchema.format = 'int64';
};

interface Converted {
  properties: Record<string, JsonSchema>;
  $defs?: Record<string, JsonSchema>;
  definitions?: Record<string, JsonSchema>;
}

function withOurRefs(json: object): Converted {
  return JSON.parse(JSON.stringify(json), (key, value) =>
    key === '$ref' ? value.replace(/^#\/(\$defs|definitions)\//, '#/components/schemas/') : value,
  );
}
