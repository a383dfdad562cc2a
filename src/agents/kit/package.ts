import { join } from 'node:path';

/** The properties of a machine that select a build. */
export interface Machine {
  platform: string;
  arch: string;
  /** Whether the C library is musl, as on Alpine. */
  musl: boolean;
}

/** The npm package of an agent, pinned to the version that was tested. */
export interface AgentPackage {
  name: string;
  version: string;
  /** All versions that were tested; `version` if there is no other. */
  tested?: readonly string[];
  /** The integrity of the packages that contain the binary, by their folders, as npm records it. */
  integrity: Readonly<Record<string, string>>;
  /** Path of the native binary in the installation folder; null if there is no build for the machine. */
  binary(machine: Machine): string | null;
}

export const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  get musl() {
    return process.platform === 'linux' && !hasGlibc();
  },
};

export function installFolder(id: string, { version }: AgentPackage, dataFolder: string): string {
  return join(dataFolder, 'agents', id, version);
}

/** Path of the installed binary; null if there is no build for this machine. */
export function installedBinary(id: string, from: AgentPackage, dataFolder: string): string | null {
  const binary = from.binary(thisMachine);
  return binary && join(installFolder(id, from, dataFolder), binary);
}

let glibc: boolean | undefined;

/** Looked up once, and only for a program that is there in two builds: the report takes a while. */
function hasGlibc(): boolean {
  if (glibc === undefined) {
    const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
    glibc = header.glibcVersionRuntime !== undefined;
  }
  return glibc;
}
