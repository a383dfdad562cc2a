import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { main } from '../support/program.js';

describe('a reader that goes away', () => {
  it('ends a command without a stack trace, with the documented exit code', async () => {
    // `true` reads nothing, so the pipe is closed before the program has written.
    const command = `node ${main} config schema | true; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await execa('bash', ['-c', command]);
    expect([stdout, stderr]).toEqual(['141', '']);
  });
});
