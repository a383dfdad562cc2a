import type { AgentPackage } from '../kit/package.js';

const triples: Partial<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
};

/** The native program, without its wrapper, which would be a second process. */
export const codexPackage: AgentPackage = {
  name: '@openai/codex',
  version: '0.166.0',
  binary: ({ platform, arch }) => {
    const name = `${platform}-${arch}`;
    const triple = triples[name];
    return triple === undefined ? null : `node_modules/@openai/codex-${name}/vendor/${triple}/bin/codex`;
  },
};
