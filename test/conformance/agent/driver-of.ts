import { join } from 'node:path';
import type { AgentDriver } from './driver.js';

/** Loads the driver of an agent from the agent's tests. */
export async function driverOf(agent: string): Promise<AgentDriver> {
  const path = join(import.meta.dirname, '..', '..', 'agents', agent, 'driver.ts');
  const { driver } = (await import(path)) as { driver: AgentDriver };
  return driver;
}
