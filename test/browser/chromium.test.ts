import { describe, expect, it } from 'vitest';
import { shellProgram } from '../support/executable.js';
import { findChromium } from './chromium.js';

describe('the browser for the tests', () => {
  it('is the one that is named, and no other in its place', async () => {
    const path = await shellProgram('exit 0');
    expect(findChromium({ CHROMIUM_BIN: path })).toBe(path);
    expect(findChromium({ CHROMIUM_BIN: `${path}.gone` })).toBeNull();
  });
});
