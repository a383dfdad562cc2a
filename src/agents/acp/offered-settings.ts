import type {
  AgentModeInfo,
  AgentModelsResponse,
  PermissionMode,
  SessionSettings,
} from '../../schema/index.js';
import type { ConfigOption, SessionResult } from './native.js';
import { optionOf } from './reported-settings.js';

/** The settings that an agent offers: as options, or in the older fields for modes and models. */
export type Offer = Pick<SessionResult, 'configOptions' | 'modes' | 'models'>;

/** The modes that stand for our permission modes, where their ids do not tell. */
export type ModeNames = Partial<Record<PermissionMode, string>>;

/** A call that applies one setting. */
export interface SettingCall {
  method: 'session/set_mode' | 'session/set_model' | 'session/set_config_option';
  params: Record<string, string>;
  setting: 'mode' | 'model' | 'effort';
  value: string;
}

const asking = /^(default|ask|manual|normal)$/i;
const planning = /(^|[^a-z])(plan|architect)$/i;

export function modesOf(offer: Offer): AgentModeInfo[] {
  const options = optionOf(offer.configOptions ?? [], 'mode');
  if (options) return options.options.map(({ value, ...rest }) => mode(String(value), rest));
  return (offer.modes?.availableModes ?? []).map(({ id, ...rest }) => mode(id, rest));
}

export function modelsOf(offer: Offer): AgentModelsResponse {
  const configured = optionOf(offer.configOptions ?? [], 'model');
  const effort = optionOf(offer.configOptions ?? [], 'thought_level');
  const variants = effort?.options.map(({ value }) => String(value)) ?? [];
  const models = configured
    ? configured.options.map(({ value, name }) => ({ id: String(value), name: name ?? null }))
    : (offer.models?.availableModels ?? []).map(({ modelId, name }) => ({ id: modelId, name: name ?? null }));
  return {
    models: models.map((model) => ({ ...model, variants, defaultVariant: textOf(effort) })),
    defaultModel: textOf(configured) ?? offer.models?.currentModelId ?? null,
  };
}

/**
 * The mode of the agent that a session needs. Agents are put into the mode in which they ask, and Greenroom answers where the
 * permission mode allows it: what they would allow by themselves is not the same for any two of them. Null: stay as it is.
 */
function wantedMode(
  offer: Offer,
  { permissionMode, agentMode }: Pick<SessionSettings, 'permissionMode' | 'agentMode'>,
  names: ModeNames,
): string | null {
  const ids = modesOf(offer).map(({ id }) => id);
  if (permissionMode === 'plan') return names.plan ?? planModeIn(ids);
  if (ids.includes(agentMode)) return agentMode;
  return askingModeIn(ids, names);
}

/** The modes with the one first in which the agent asks: sessions have that if they ask for no other. */
export function offeredModes(offer: Offer, names: ModeNames): AgentModeInfo[] {
  const modes = modesOf(offer);
  const first = askingModeIn(
    modes.map(({ id }) => id),
    names,
  );
  return modes.sort((a, b) => Number(b.id === first) - Number(a.id === first));
}

function askingModeIn(ids: readonly string[], names: ModeNames): string | null {
  return names.default ?? ids.find((id) => asking.test(id)) ?? null;
}

export const planModeIn = (ids: readonly string[]): string | null =>
  ids.find((id) => planning.test(id)) ?? null;

/** The calls after which the agent has the settings of the session. */
export function settingCalls(offer: Offer, settings: SessionSettings, names: ModeNames): SettingCall[] {
  const options = offer.configOptions ?? [];
  const wanted = [
    call(optionOf(options, 'model'), 'model', settings.model) ??
      older(offer.models?.availableModels, 'session/set_model', 'modelId', 'model', settings.model),
    call(optionOf(options, 'thought_level'), 'effort', settings.variant),
    modeCall(offer, wantedMode(offer, settings, names)),
  ];
  return wanted.filter((each) => each !== null);
}

function modeCall(offer: Offer, id: string | null): SettingCall | null {
  // Where an agent has both, they mean the same, and `set_mode` is the older one that all understand.
  return (
    older(offer.modes?.availableModes, 'session/set_mode', 'modeId', 'mode', id) ??
    call(optionOf(offer.configOptions ?? [], 'mode'), 'mode', id)
  );
}

function call(
  option: ConfigOption | undefined,
  setting: SettingCall['setting'],
  value: string | null,
): SettingCall | null {
  if (option === undefined || value === null || textOf(option) === value) return null;
  return { method: 'session/set_config_option', params: { configId: option.id, value }, setting, value };
}

function older(
  available: readonly object[] | undefined,
  method: SettingCall['method'],
  parameter: string,
  setting: SettingCall['setting'],
  value: string | null,
): SettingCall | null {
  if (available === undefined || value === null) return null;
  return { method, params: { [parameter]: value }, setting, value };
}

const textOf = (option: ConfigOption | undefined): string | null =>
  option?.currentValue == null ? null : String(option.currentValue);

function mode(
  id: string,
  { name, description }: { name?: string | null | undefined; description?: string | null | undefined },
) {
  return { id, name: name ?? id, description: description ?? '' };
}
