import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ByteStream, Bytes, type OperationInput } from '../../schema/index.js';
import { parse } from './problems.js';

type Fields = Record<string, unknown>;

/** The validated input of an operation, collected from all parts of the request. */
export function readInput({ path, query, headers, body }: OperationInput, request: FastifyRequest): Fields {
  return {
    ...(path ? (parse(path, decoded(path, request.params as Fields), 'path') as Fields) : {}),
    ...(query ? (parse(query, decoded(query, request.query as Fields), 'query') as Fields) : {}),
    ...(headers ? (parse(headers, decoded(headers, headersOf(headers, request)), 'headers') as Fields) : {}),
    ...(body ? readBody(body, request) : {}),
  };
}

function readBody(schema: z.ZodType, { body, headers }: FastifyRequest): Fields {
  if (schema === ByteStream) return { content: streamOf(body), contentType: headers['content-type'] };
  const checked = parse(schema, body ?? undefined, 'body');
  if (schema === Bytes) return { content: checked, contentType: headers['content-type'] };
  return (checked ?? {}) as Fields;
}

/** A handler that stops reading must still be able to answer. */
function streamOf(body: unknown): AsyncIterable<Uint8Array> {
  return body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : Readable.from([]);
}

/** The headers that an operation declares, under its own names; an empty one counts as absent. */
function headersOf(schema: z.ZodObject, { headers }: FastifyRequest): Fields {
  const named = Object.keys(schema.shape).map((name) => [name, headers[name.toLowerCase()] || undefined]);
  return Object.fromEntries(named);
}

/** Paths, queries and headers are text, so numbers and booleans are converted. */
function decoded(schema: z.ZodObject, given: Fields): Fields {
  const fields = { ...given };
  for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
    if (fields[name] !== undefined) fields[name] = decode(field, fields[name]);
  }
  return fields;
}

function decode(schema: z.ZodType, text: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return decode(schema.unwrap() as z.ZodType, text);
  }
  if (schema instanceof z.ZodNumber) return Number(text);
  if (schema instanceof z.ZodBoolean) return flags.get(text) ?? text;
  return text;
}

/** The bare name of a flag means true. */
const flags = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  ['', true],
  ['false', false],
  ['0', false],
]);
