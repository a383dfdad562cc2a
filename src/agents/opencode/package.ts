import type { AgentPackage } from '../kit/package.js';

const platforms: ReadonlySet<string> = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);

/** The native program. The package's wrapper would need its install script to have run. */
export const openCodePackage: AgentPackage = {
  name: 'opencode-ai',
  version: '1.18.33',
  binary: ({ platform, arch, musl }) => {
    const name = `${platform}-${arch}`;
    if (!platforms.has(name)) return null;
    return `node_modules/opencode-${name}${musl ? '-musl' : ''}/bin/opencode`;
  },
};
