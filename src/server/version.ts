import { readFileSync } from 'node:fs';

export const version: string = (
  JSON.parse(readFileSync(new URL(import.meta.resolve('greenroom/package.json')), 'utf8')) as {
    version: string;
  }
).version;
