import type { GreenroomClient, SessionInfo } from '../../client/index.js';
import type { SettingFlags } from './setting-options.js';

/** The settings that a session has in common with the one that it continues. */
export async function keptSettings(
  client: GreenroomClient,
  earlier: SessionInfo,
  { model }: Pick<SettingFlags, 'model'>,
) {
  const { agentMode, permissionMode } = earlier;
  return {
    agentMode,
    // Stored by a daemon that knows no other modes.
    permissionMode: permissionMode as 'default',
    // A level of effort belongs to a model.
    ...(model === undefined ? await keptModel(client, earlier) : {}),
  };
}

/** Only a model that the agent offers can be asked for; the one in use may have a name of its own. */
async function keptModel(client: GreenroomClient, { agent, model, variant }: SessionInfo) {
  if (model === null) return {};
  const models = await client.agents.models(agent).catch(() => null);
  const offered = models?.models.find(({ id }) => id === model);
  if (!offered) return {};
  return { model, ...(variant !== null && offered.variants?.includes(variant) ? { variant } : {}) };
}
