import type { ConfigureSessionRequest, PermissionMode, SessionInfo } from '../../../client/index.js';
import { useSession } from '../../session/use-session.js';
import { isBeyondPlan, permissionModes } from '../../sessions/permission-modes.js';
import { useAgent, useAgentOptions } from '../../sessions/use-agents.js';
import { useRefusal } from '../../shell/own-token.js';
import { Icon, type IconName } from '../../ui/icon.js';
import styles from './chips.module.css';

export interface SettingChipsProps {
  session: SessionInfo;
  isDisabled: boolean;
  /** Whether to load what the agent offers, for which it may have to be started. */
  isWanted: boolean;
  /** Reports how a change went. */
  run(change: () => Promise<unknown>): Promise<boolean>;
}

/** Model, effort and modes, as far as the agent offers them. A change applies from the next turn at the latest. */
export function SettingChips({ session, isDisabled, isWanted, run }: SettingChipsProps) {
  const { handle } = useSession();
  const isInstalled = useAgent(session.agent)?.installed === true;
  const options = useAgentOptions(isWanted && isInstalled ? session.agent : '');
  const { models = [], modes = [], defaultModel = null } = options ?? {};
  const mayLift = useRefusal('approve') === null;
  // The model in use need not be listed: an alias stands for it, or it was named by hand.
  const model = models.find(({ id }) => id === session.model) ?? models.find(({ id }) => id === defaultModel);
  const set = (changes: ConfigureSessionRequest) => void run(() => handle.configure(changes));
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">Settings of the agent</legend>
      <Chip
        label="Model"
        icon="chip"
        value={session.model ?? ''}
        options={models.map(({ id, name }) => [id, name ?? id])}
        {...{ isDisabled }}
        onChange={(value) => set({ model: value })}
      />
      <Chip
        label="Effort"
        icon="gauge"
        value={session.variant ?? model?.defaultVariant ?? ''}
        options={(model?.variants ?? []).map((each) => [each, each])}
        {...{ isDisabled }}
        onChange={(value) => set({ variant: value })}
      />
      <Chip
        label="Mode"
        icon="robot"
        value={session.agentMode}
        options={modes.map(({ id, name }) => [id, name])}
        {...{ isDisabled }}
        onChange={(value) => set({ agentMode: value })}
      />
      <Chip
        label="Permissions"
        icon="shield"
        value={session.permissionMode}
        options={permissionModes.filter(
          ([mode]) => mayLift || !isBeyondPlan(mode) || mode === session.permissionMode,
        )}
        {...{ isDisabled }}
        onChange={(value) => set({ permissionMode: value as PermissionMode })}
      />
    </fieldset>
  );
}

interface ChipProps {
  label: string;
  icon: IconName;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  isDisabled: boolean;
  onChange(value: string): void;
}

/** Nothing without a value and a choice. A value that is no option is shown as one. */
function Chip({ label, icon, value, options, isDisabled, onChange }: ChipProps) {
  if (options.length === 0 && value === '') return null;
  const isListed = options.some(([id]) => id === value);
  return (
    <span className={styles.chip} title={label} data-value={value}>
      <Icon name={icon} />
      <select
        aria-label={label}
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => target.value !== '' && onChange(target.value)}
      >
        {!isListed && <option value={value}>{value === '' ? 'Default' : value}</option>}
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
