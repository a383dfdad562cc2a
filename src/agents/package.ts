import { join } from 'node:path';

/** What an agent's program depends on. */
export interface Machine {
  platform: string;
  arch: string;
  /** Whether its C library is musl, as on Alpine. */
  musl: boolean;
}

/** The npm package that an agent is installed from: one version, which is the one that was tested. */
export interface AgentPackage {
  name: string;
  version: string;
  /** The native program inside the folder of the installation; null where there is none for the machine. */
  binary(machine: Machine): string | null;
}

export const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  musl: process.platform === 'linux' && !hasGlibc(),
};

/** Where a version of an agent is installed. */
export function installFolder(id: string, { version }: AgentPackage, dataFolder: string): string {
  return join(dataFolder, 'agents', id, version);
}

/** Where the installed program is; null where there is none for this machine. */
export function installedBinary(id: string, from: AgentPackage, dataFolder: string): string | null {
  const binary = from.binary(thisMachine);
  return binary && join(installFolder(id, from, dataFolder), binary);
}

function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}
