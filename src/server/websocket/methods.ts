import { z } from 'zod';
import { type Operation, type OperationName, operationList } from '../../schema/index.js';

/** A method that can be called over WebSocket. */
export interface Method {
  operation: OperationName;
  summary: string;
  params: z.ZodType;
  result: z.ZodType;
  /** Later calls for the same session do not wait for its result. */
  isSlow: boolean;
  /** It changes nothing, and its answer may be long. */
  isRead: boolean;
}

/** The methods of the operations table by name. */
export const methods: ReadonlyMap<string, Method> = new Map(
  operationList.flatMap(([name, operation]): [string, Method][] =>
    operation.websocket ? [[operation.websocket.method, methodOf(name, operation)]] : [],
  ),
);

function methodOf(name: OperationName, operation: Operation): Method {
  const { summary, websocket, scope } = operation;
  return {
    operation: name,
    summary,
    params: websocket?.params ?? paramsOf(operation),
    result: resultOf(operation),
    isSlow: websocket?.isSlow ?? false,
    isRead: scope === 'read' || scope === 'any',
  };
}

/** The fields of path, query and body in one object; headers are specific to HTTP. */
function paramsOf({ input }: Operation): z.ZodType {
  if (!input) return z.object({}).nullish();
  const { path, query, body } = input;
  const fields = [path, query, body].flatMap((part) => (part ? [shapeOf(part)] : []));
  return z.object(Object.assign({}, ...fields));
}

function shapeOf(schema: z.ZodType): z.ZodRawShape {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return shapeOf(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodObject) return schema.shape;
  throw new TypeError('only the fields of objects can be called over WebSocket');
}

function resultOf({ output }: Operation): z.ZodType {
  if (output.kind === 'json') return output.schema;
  if (output.kind === 'empty') return z.null();
  throw new TypeError(`an output of kind ${output.kind} cannot be called over WebSocket`);
}
