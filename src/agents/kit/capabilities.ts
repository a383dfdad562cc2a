import { AgentCapabilities, type PermissionMode } from '../../schema/index.js';

/** A capability that an agent has unless it declares that it lacks it. */
export type OptionalCapability = Exclude<keyof AgentCapabilities, 'planMode' | 'sharedProcess'>;

export interface CapabilitySources {
  permissionModes: readonly PermissionMode[];
  /** Whether sessions share a process. */
  sharesProcess: boolean;
  lacks: readonly OptionalCapability[];
}

/** The capability flags that clients see. */
export function capabilitiesOf({
  permissionModes,
  sharesProcess,
  lacks,
}: CapabilitySources): AgentCapabilities {
  const names = Object.keys(AgentCapabilities.shape) as (keyof AgentCapabilities)[];
  const missing: ReadonlySet<string> = new Set(lacks);
  const flags = Object.fromEntries(names.map((name) => [name, !missing.has(name)])) as AgentCapabilities;
  return { ...flags, planMode: permissionModes.includes('plan'), sharedProcess: sharesProcess };
}
