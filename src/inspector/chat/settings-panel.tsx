import { type FormEvent, useId } from 'react';
import type { ConfigureSessionRequest, PermissionMode, SessionInfo } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { isBeyondPlan, permissionModes } from '../sessions/permission-modes.js';
import { Select } from '../sessions/select.js';
import { useAgentOptions } from '../sessions/use-agents.js';
import { useRefusal } from '../shell/own-token.js';
import { Alert } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { useAction } from '../ui/use-action.js';
import styles from './chat.module.css';

/** Changes a session's model, variant, modes and title. They apply from the next turn at the latest. */
export function SettingsPanel({ session }: { session: SessionInfo }) {
  const { handle } = useSession();
  const agentOptions = useAgentOptions(session.agent);
  const mayLift = useRefusal('approve') === null;
  const { problem, run } = useAction();
  const id = useId();
  const { models = [], defaultModel = null } = agentOptions ?? {};
  // The model in use need not be listed: an alias stands for it, or it was named by hand.
  const model =
    models.find((each) => each.id === session.model) ?? models.find((each) => each.id === defaultModel);
  const set = (changes: ConfigureSessionRequest) => void run(() => handle.configure(changes));
  const pick = (name: 'model' | 'variant' | 'agentMode') => (value: string) =>
    value !== '' && set({ [name]: value });
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get('title')).trim();
    set({ title: title || null });
  };
  return (
    <div className={styles.settings}>
      <Select
        label="Model"
        name="model"
        fallback="Default"
        value={session.model ?? ''}
        onChange={pick('model')}
        options={models.map(({ id, name }) => [id, name ?? id])}
      />
      <Select
        label="Variant"
        name="variant"
        fallback="Default"
        value={session.variant ?? ''}
        onChange={pick('variant')}
        options={(model?.variants ?? []).map((each) => [each, each])}
      />
      <Select
        label="Mode"
        name="agentMode"
        fallback="Default"
        value={session.agentMode}
        onChange={pick('agentMode')}
        options={agentOptions?.modes.map(({ id, name }) => [id, name]) ?? []}
      />
      <Select
        label="Permissions"
        name="permissionMode"
        fallback="Default"
        value={session.permissionMode}
        onChange={(mode) => mode !== '' && set({ permissionMode: mode as PermissionMode })}
        options={permissionModes.filter(
          ([mode]) => mayLift || !isBeyondPlan(mode) || mode === session.permissionMode,
        )}
      />
      <form className={styles.rename} onSubmit={rename}>
        <label htmlFor={id}>Title</label>
        <input id={id} name="title" maxLength={500} defaultValue={session.title ?? ''} />
        <Button type="submit">Rename</Button>
      </form>
      <Alert className={styles.alert} message={problem} />
    </div>
  );
}
