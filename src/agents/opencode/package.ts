import type { AgentPackage } from '../kit/package.js';

const platforms: ReadonlySet<string> = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);

/** The native program. The package's wrapper would need its install script to have run. */
export const openCodePackage: AgentPackage = {
  name: 'opencode-ai',
  version: '1.18.33',
  integrity: {
    'node_modules/opencode-linux-x64':
      'sha512-q/t/3p2CTxOT9y2kvjesb/LZab2+1eqlhhWA02Be6mjTtmYtNBcBsrI5yDo4Fw7ZSPBW2oyMIGMNRqiKQjiAWw==',
  },
  binary: ({ platform, arch, musl }) => {
    const name = `${platform}-${arch}`;
    if (!platforms.has(name)) return null;
    return `node_modules/opencode-${name}${musl ? '-musl' : ''}/bin/opencode`;
  },
};
