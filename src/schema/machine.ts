import { z } from 'zod';

export const GraphState = z
  .object({
    id: z.string().describe('The path from the root, such as live.turn.running'),
    key: z.string().describe('The last part of the path'),
    parent: z.string().nullable().describe('null directly under the root'),
    type: z.enum(['atomic', 'compound', 'parallel', 'final', 'history']),
    initial: z.string().nullable().describe('The id of the child that is entered first'),
    description: z.string().nullable(),
    tags: z.array(z.string()),
  })
  .meta({ id: 'GraphState' });
export type GraphState = z.infer<typeof GraphState>;

export const GraphTransition = z
  .object({
    id: z.string(),
    source: z.string().describe('A state id; empty for the machine itself'),
    target: z.string().nullable().describe('A state id; null if the state stays the same'),
    event: z.string().describe('An event name, or a pattern such as draft.*'),
    guard: z.string().nullable(),
    actions: z.array(z.string()),
    kind: z
      .enum(['input', 'event', 'delay'])
      .describe('event: a universal event; delay: a timeout; input: anything else'),
  })
  .meta({ id: 'GraphTransition' });
export type GraphTransition = z.infer<typeof GraphTransition>;

/** A state machine as plain data. */
export const MachineGraph = z
  .object({
    id: z.string(),
    initial: z.string().nullable().describe('The id of the first state; null for parallel states'),
    states: z.array(GraphState).describe('Parents before their children'),
    transitions: z.array(GraphTransition),
  })
  .meta({ id: 'MachineGraph' });
export type MachineGraph = z.infer<typeof MachineGraph>;
