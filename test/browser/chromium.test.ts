import { describe, expect, it } from 'vitest';
import { shellProgram } from '../support/executable.js';
import { findChromium } from './chromium.js';

describe('findChromium', () => {
  it('uses CHROMIUM_BIN and nothing else if it is set', async () => {
    const path = await shellProgram('exit 0');
    expect(findChromium({ CHROMIUM_BIN: path })).toBe(path);
    expect(findChromium({ CHROMIUM_BIN: `${path}.gone` })).toBeNull();
  });
});
