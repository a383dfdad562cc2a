import type { AgentPackage } from '../package.js';

const platforms: ReadonlySet<string> = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);

/** The native program, without the wrapper, which needs a script of the package to have run. */
export const openCodePackage: AgentPackage = {
  name: 'opencode-ai',
  version: '1.18.33',
  binary: ({ platform, arch, musl }) => {
    const name = `${platform}-${arch}`;
    if (!platforms.has(name)) return null;
    return `node_modules/opencode-${name}${musl ? '-musl' : ''}/bin/opencode`;
  },
};
