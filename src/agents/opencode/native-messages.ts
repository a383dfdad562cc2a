import { z } from 'zod';

/** Sessions and messages, in events and in answers alike. */

export const Session = z.object({
  id: z.string(),
  parentID: z.string().nullish(),
  directory: z.string().nullish(),
  version: z.string().nullish(),
  agent: z.string().nullish(),
  title: z.string().nullish(),
  model: z.object({ id: z.string(), providerID: z.string(), variant: z.string().nullish() }).nullish(),
  time: z.object({ created: z.number() }).nullish(),
});

export const NativeError = z.object({
  name: z.string(),
  data: z.object({ message: z.string().optional(), statusCode: z.number().optional() }),
});

const Tokens = z.object({
  input: z.number(),
  output: z.number(),
  reasoning: z.number(),
  cache: z.object({ read: z.number(), write: z.number() }),
});

const FileDiff = z.object({
  file: z.string(),
  patch: z.string(),
  status: z.string().nullish().describe('added, modified or deleted'),
});

const Model = z.object({ providerID: z.string(), modelID: z.string() });

const UserMessage = z.object({
  id: z.string(),
  sessionID: z.string(),
  role: z.literal('user'),
  time: z.object({ created: z.number() }),
  model: Model.nullish().describe('The model that is to answer it'),
  summary: z
    .object({ diffs: z.array(FileDiff).nullish() })
    .nullish()
    .describe('The changes made because of it so far; updated several times, also after the turn'),
});

const AssistantMessage = z.object({
  id: z.string(),
  sessionID: z.string(),
  role: z.literal('assistant'),
  parentID: z.string().nullish().describe("The user's message that it answers"),
  providerID: z.string().nullish(),
  modelID: z.string().nullish(),
  time: z.object({ created: z.number(), completed: z.number().optional() }),
  error: NativeError.nullish(),
  finish: z.string().nullish(),
  summary: z.boolean().optional().describe('Whether it is the summary of a compaction'),
  cost: z.number().nullish(),
  tokens: Tokens.nullish(),
});

export const Message = z.discriminatedUnion('role', [UserMessage, AssistantMessage]);

export type NativeSession = z.infer<typeof Session>;
export type NativeErrorOf = z.infer<typeof NativeError>;
export type NativeModel = z.infer<typeof Model>;
export type NativeTokens = z.infer<typeof Tokens>;
export type NativeFileDiff = z.infer<typeof FileDiff>;
export type NativeMessage = z.infer<typeof Message>;
export type NativeUser = z.infer<typeof UserMessage>;
export type NativeAssistant = z.infer<typeof AssistantMessage>;

/** The model that wrote a message, as `GET /v1/agents/opencode/models` names it; null if it is not told. */
export function modelOf({ providerID, modelID }: NativeAssistant): string | null {
  return providerID == null || modelID == null ? null : `${providerID}/${modelID}`;
}
