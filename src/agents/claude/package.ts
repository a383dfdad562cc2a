import type { AgentPackage } from '../kit/package.js';

const platforms = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);

/**
 * The binary is in the platform's package: the main package links to it in an install script, which we do not run. The
 * version is pinned, since npm would silently pick an old one on Node 20.
 */
export const claudePackage: AgentPackage = {
  name: '@anthropic-ai/claude-code',
  version: '2.1.325',
  integrity: {
    'node_modules/@anthropic-ai/claude-code-linux-x64':
      'sha512-BqZzMvP/zgLLL34S+7OzbG+cyoFp7gwWHU5koVwsyMlTAz+0zZAmbY+UkzvtN2RXxp6AcMenbYIjQJxoXfUY3w==',
    'node_modules/@anthropic-ai/claude-code-linux-x64-musl':
      'sha512-oGdN1c/gsReTlQ5lAktxX8AV7bt3USQsGrTDlFjf+bdIk7Kc8GCTZLGS7aBh59vGsgn4Oz255v/SSZ7+6wWz6g==',
    'node_modules/@anthropic-ai/claude-code-linux-arm64':
      'sha512-NCvQcOxr685Y4mkYUjQT8l/Ouzw0k2xWloWeyzfsUtWiOedHosPkaW6XCSpzAl1dMuvDNBF97qpWgVDrSdK2Vw==',
    'node_modules/@anthropic-ai/claude-code-linux-arm64-musl':
      'sha512-xZLgceKCX42bUXTqz3Cd1Tc7Li43ys8+gO1SA8ZKJ4q+a0ALv+N2LHQUC1Sr+AY3Qv16VQU/yAvU/iS24CuJdg==',
    'node_modules/@anthropic-ai/claude-code-darwin-x64':
      'sha512-+wTK42IT/b5GZHxAVVMLNnCHG/CtngztTE6fNn5s4h47LNXrDQz2RpPLsY5XHr8astNzk7GWPU8GecCG+5EEIQ==',
    'node_modules/@anthropic-ai/claude-code-darwin-arm64':
      'sha512-Ds1f1B+qy2BWDI+VnmDHwkNyTbXCwFrBtrinPD95RBmUubFJu9nCzMgn+wrg5VwwF6vtkkzGexogneZIYZKb6A==',
  },
  binary: ({ platform, arch, musl }) => {
    const name = `${platform}-${arch}`;
    if (!platforms.has(name)) return null;
    return `node_modules/@anthropic-ai/claude-code-${name}${musl ? '-musl' : ''}/claude`;
  },
};
