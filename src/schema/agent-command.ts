import { z } from 'zod';

/** A command of an agent, which a user sends as a message: `/name`, perhaps with arguments. */
export const AgentCommand = z
  .object({
    name: z.string().describe('Without the slash'),
    description: z.string().optional(),
    hint: z.string().optional().describe('The arguments that it takes'),
  })
  .meta({ id: 'AgentCommand' });
export type AgentCommand = z.infer<typeof AgentCommand>;

export const AgentCommandsResponse = z
  .object({ commands: z.array(AgentCommand) })
  .meta({ id: 'AgentCommandsResponse' });
