import type { AgentPackage } from '../kit/package.js';

const platforms = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);

/**
 * The binary is in the platform's package: the main package links to it in an install script, which we do not run. The
 * version is pinned, since npm would silently pick an old one on Node 20.
 */
export const claudePackage: AgentPackage = {
  name: '@anthropic-ai/claude-code',
  version: '2.1.325',
  binary: ({ platform, arch, musl }) => {
    const name = `${platform}-${arch}`;
    if (!platforms.has(name)) return null;
    return `node_modules/@anthropic-ai/claude-code-${name}${musl ? '-musl' : ''}/claude`;
  },
};
