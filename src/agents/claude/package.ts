import type { AgentPackage } from '../package.js';

const platforms = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);

/**
 * The package for the platform has the program itself: what the main package links to is only put there by a script,
 * and we run none. The version is named, since npm would quietly take an old one on Node 20.
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
