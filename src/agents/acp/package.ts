import type { AgentPackage } from '../kit/package.js';
import type { AcpDeclaration } from './declaration.js';

/** The npm package that a declaration names. Nothing is recorded of its content, so npm's own check has to do. */
export function packageOf({ package: from, command: [program = ''] }: AcpDeclaration): AgentPackage | null {
  const at = from?.lastIndexOf('@') ?? -1;
  if (from === undefined || at <= 0) return null;
  return {
    name: from.slice(0, at),
    version: from.slice(at + 1),
    integrity: {},
    binary: () => `node_modules/.bin/${program}`,
  };
}
