import type { AgentPackage } from '../package.js';

const platforms = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);

/** The package for the platform has the program itself: the main one only links to it, by a script that we do not run. */
export const ampPackage: AgentPackage = {
  name: '@ampcode/cli',
  version: '0.0.1790142911-g7618fb',
  // Whether it runs on musl is not known; there is no other.
  binary: ({ platform, arch }) => {
    const name = `${platform}-${arch}`;
    return platforms.has(name) ? `node_modules/@ampcode/cli-${name}/amp` : null;
  },
};
