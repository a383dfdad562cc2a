import type { AgentPackage } from '../kit/package.js';

const platforms = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);

/** The binary is in the platform's package: the main package links to it in an install script, which we do not run. */
export const ampPackage: AgentPackage = {
  name: '@ampcode/cli',
  version: '0.0.1790142911-g7618fb',
  integrity: {
    'node_modules/@ampcode/cli-linux-x64':
      'sha512-BsQyuBKf9jYno4vknDM9Mx20iOurO8/G14aaHZCMT1H1TlrOIOWH4//1ZwBll1/AneOxc+mqkoF0f3N/3fr/eA==',
  },
  // There is no separate build for musl; whether this one runs there is untested.
  binary: ({ platform, arch }) => {
    const name = `${platform}-${arch}`;
    return platforms.has(name) ? `node_modules/@ampcode/cli-${name}/amp` : null;
  },
};
