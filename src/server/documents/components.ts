import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** OpenAPI 3.1 speaks the newer draft, AsyncAPI 3.0 the older. */
export type Draft = 'draft-2020-12' | 'draft-07';

/**
 * Turns zod schemas into JSON schemas. Those with an id are gathered, to be told once under `components`; wherever
 * they are used stands a reference.
 */
export class Components {
  private readonly named = new Map<string, JsonSchema>();

  constructor(private readonly draft: Draft) {}

  /** `input` is what a client may send, `output` what it gets or what a parameter means once it is read. */
  describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Under a roof of our own, since zod names what is inside a schema, never the schema that it is asked for.
    const roof = z.object({ schema });
    const told = z.toJSONSchema(roof, { io, target: this.draft, override });
    const { properties, $defs, definitions } = withOurRefs(told);
    for (const [id, json] of Object.entries($defs ?? definitions ?? {})) this.add(id, json);
    return properties.schema!;
  }

  /** By name, so that the document does not depend on who used a schema first. */
  get schemas(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private add(id: string, json: JsonSchema): void {
    if (id.startsWith('__')) throw new Error('a schema that refers to itself needs an id');
    const known = this.named.get(id);
    if (known && JSON.stringify(known) !== JSON.stringify(json)) {
      throw new Error(`schema ${id} is one thing as input and another as output: give each its own id`);
    }
    this.named.set(id, json);
  }
}

const override: NonNullable<z.core.ToJSONSchemaParams['override']> = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  // More may be added to what we send; a client that refuses what it does not know would break then.
  if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
  // The bounds of what a double can count say nothing to a reader; to a generator of code the format says more.
  const { minimum, maximum } = jsonSchema;
  if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (maximum !== Number.MAX_SAFE_INTEGER) return;
  delete jsonSchema.maximum;
  jsonSchema.format = 'int64';
};

interface Told {
  properties: Record<string, JsonSchema>;
  $defs?: Record<string, JsonSchema>;
  definitions?: Record<string, JsonSchema>;
}

function withOurRefs(json: object): Told {
  return JSON.parse(JSON.stringify(json), (key, value) =>
    key === '$ref' ? value.replace(/^#\/(\$defs|definitions)\//, '#/components/schemas/') : value,
  );
}
