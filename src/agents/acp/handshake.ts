import { z } from 'zod';

const Meta = z.unknown().optional();

/** A capability is offered by an object, even an empty one. */
const offered = z
  .unknown()
  .optional()
  .transform((value) => value != null && value !== false);

const AuthMethod = z.object({
  id: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  _meta: Meta,
});

/** The answer to `initialize`. */
export const Handshake = z.object({
  protocolVersion: z.number(),
  agentInfo: z
    .object({ name: z.string(), title: z.string().nullish(), version: z.string().nullish() })
    .nullish(),
  authMethods: z.array(AuthMethod).nullish(),
  agentCapabilities: z
    .object({
      loadSession: z.boolean().nullish(),
      promptCapabilities: z
        .object({
          image: z.boolean().nullish(),
          audio: z.boolean().nullish(),
          embeddedContext: z.boolean().nullish(),
        })
        .nullish(),
      mcpCapabilities: z.object({ http: z.boolean().nullish(), sse: z.boolean().nullish() }).nullish(),
      sessionCapabilities: z.object({ resume: offered, fork: offered, close: offered }).nullish(),
    })
    .nullish(),
});
export type Handshake = z.infer<typeof Handshake>;

/** The version of the protocol that we speak; some agents would answer with a later one if it was offered. */
const PROTOCOL_VERSION = 1;

/**
 * No access to files and no terminals: agents have their own, and some fail at creating files if we offer ours. Questions are
 * asked by elicitation.
 */
export const initializeParams = (version: string) => ({
  protocolVersion: PROTOCOL_VERSION,
  clientCapabilities: {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    elicitation: { form: {}, url: {} },
  },
  clientInfo: { name: 'greenroom', title: 'Greenroom', version },
});

/** How an agent can be asked to continue a conversation: without telling it again, or by telling all of it. */
export function resumeMethod({ agentCapabilities }: Handshake): 'session/resume' | 'session/load' | null {
  if (agentCapabilities?.sessionCapabilities?.resume) return 'session/resume';
  return agentCapabilities?.loadSession ? 'session/load' : null;
}
