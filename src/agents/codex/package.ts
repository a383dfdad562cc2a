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
  integrity: {
    'node_modules/@openai/codex-linux-x64':
      'sha512-CxDm3+D1cpbGJeHrdzINoG+3wn9BVncP4qpZaaNYkxe8iPtRJOYyCJnnPoVjWRIBvI9vPKbRoifsMSA5xDaUpw==',
    'node_modules/@openai/codex-linux-arm64':
      'sha512-w0ScAsBr9aZKtIFrh6HN6KU2yjKKeSCzYfbb7DB0Ccj4BYPzeZtUeQprbycLCwuX3AFQdbdjapmLho2iot74jQ==',
    'node_modules/@openai/codex-darwin-x64':
      'sha512-Vj5wXJPizKmrzNtnRNQf9PP6FJkG3iJU/UO3NE4WvkENZGoQfmImdwf4MVRI5NgwjSuC6LT0HbBRHPVVnwGHuw==',
    'node_modules/@openai/codex-darwin-arm64':
      'sha512-5fWH6qqUInACcRADIewjlnRxDb4QLe0uriwehiZz0+viuAAB8I+WWefqw4xwHvyKaxeiGX4uK56+vrgfvFk3FQ==',
  },
  binary: ({ platform, arch }) => {
    const name = `${platform}-${arch}`;
    const triple = triples[name];
    return triple === undefined ? null : `node_modules/@openai/codex-${name}/vendor/${triple}/bin/codex`;
  },
};
