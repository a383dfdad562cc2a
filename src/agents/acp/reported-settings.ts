import type { Draft } from '../../schema/index.js';
import { modelNotice, notice } from '../kit/notices.js';
import type { ConfigOption, NativeOf, SessionResult } from './native.js';
import type { NoticeOf } from './notices.js';
import { type AcpState, newName, type Outcome, type Reported } from './state.js';

/** The option of a category. Agents have one of each at the most. */
export function optionOf(options: readonly ConfigOption[], category: 'mode' | 'model' | 'thought_level') {
  return options.find((option) => option.category === category) ?? options.find(({ id }) => id === category);
}

export function reportedBy({ configOptions, modes, models }: SessionResult): Reported {
  const options = configOptions ?? [];
  return {
    mode: currentOf(options, 'mode') ?? modes?.currentModeId ?? null,
    model: currentOf(options, 'model') ?? models?.currentModelId ?? null,
    effort: currentOf(options, 'thought_level'),
  };
}

export function optionsReported(
  state: AcpState,
  { configOptions }: NativeOf<'config_option_update'>,
): Outcome {
  const { mode, model, effort } = state.settings;
  return changed(state, {
    mode: currentOf(configOptions, 'mode') ?? mode,
    model: currentOf(configOptions, 'model') ?? model,
    effort: currentOf(configOptions, 'thought_level') ?? effort,
  });
}

export function modeReported(
  state: AcpState,
  { currentModeId: mode }: NativeOf<'current_mode_update'>,
): Outcome {
  return changed(state, { ...state.settings, mode });
}

/** Ours are announced by the daemon. */
export function configured(state: AcpState, { mode, model, effort }: NoticeOf<'configured'>): Outcome {
  const { settings } = state;
  return {
    state: {
      ...state,
      settings: {
        mode: mode ?? settings.mode,
        model: model ?? settings.model,
        effort: effort ?? settings.effort,
      },
    },
    drafts: [],
  };
}

/** Changes that the agent made by itself, such as leaving a plan mode. */
function changed(before: AcpState, settings: Reported): Outcome {
  const { mode, model, effort } = before.settings;
  const drafts: Draft[] = [];
  let state: AcpState = { ...before, settings };
  const tell = (draft: (key: string) => Draft) => {
    const named = newName(state, 'notice');
    state = named.state;
    drafts.push(draft(named.key));
  };
  if (settings.mode !== mode && settings.mode !== null)
    tell((key) => notice({ key }, 'settings', `mode: ${settings.mode}`, { mode: settings.mode! }));
  if (settings.effort !== effort && settings.effort !== null)
    tell((key) => notice({ key }, 'settings', `effort: ${settings.effort}`, { variant: settings.effort! }));
  if (settings.model !== model && settings.model !== null)
    tell((key) => modelNotice({ key }, settings.model!));
  return { state, drafts };
}

function currentOf(
  options: readonly ConfigOption[],
  category: 'mode' | 'model' | 'thought_level',
): string | null {
  const value = optionOf(options, category)?.currentValue;
  return value == null ? null : String(value);
}
