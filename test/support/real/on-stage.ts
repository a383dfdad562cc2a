import { afterAll, beforeAll, expect } from 'vitest';
import type { ScriptedApi } from './script.js';
import type { RealStage, StageDaemon } from './stage.js';

/** A real agent with a scripted model behind it. The daemon is another one after a restart. */
export interface AgentStage {
  stage: RealStage;
  api: ScriptedApi;
  daemon: StageDaemon;
}

/** One stage for the tests of a file, on which nothing may be left when it closes. */
export function onStage<S extends AgentStage>(open: () => Promise<S>): () => S {
  let opened: S | undefined;
  beforeAll(async () => {
    opened = await open();
  }, 600_000);
  afterAll(async () => {
    expect(await opened?.stage.close()).toEqual([]);
  });
  return () => opened!;
}
