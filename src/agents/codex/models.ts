import { z } from 'zod';
import type { AgentModelsResponse } from '../../schema/index.js';
import type { CodexServer } from './server.js';

const Page = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      displayName: z.string().nullish(),
      hidden: z.boolean().nullish(),
      isDefault: z.boolean().nullish(),
      supportedReasoningEfforts: z.array(z.object({ reasoningEffort: z.string() })).nullish(),
      defaultReasoningEffort: z.string().nullish(),
    }),
  ),
  nextCursor: z.string().nullish(),
});

/** The models that Codex offers, with their reasoning efforts. */
export async function listModels(server: Pick<CodexServer, 'request'>): Promise<AgentModelsResponse> {
  const models: AgentModelsResponse['models'] = [];
  let defaultModel: string | null = null;
  let cursor: string | null | undefined;
  do {
    const page = Page.parse(await server.request('model/list', cursor ? { cursor } : {}));
    for (const model of page.data) {
      if (model.hidden === true) continue;
      if (model.isDefault === true) defaultModel = model.id;
      models.push({
        id: model.id,
        name: model.displayName ?? null,
        variants: (model.supportedReasoningEfforts ?? []).map(({ reasoningEffort }) => reasoningEffort),
        defaultVariant: model.defaultReasoningEffort ?? null,
      });
    }
    cursor = page.nextCursor;
  } while (cursor);
  return { models, defaultModel };
}
