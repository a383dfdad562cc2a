import { type FormEvent, useId } from 'react';
import type { ConfigureSessionRequest, PermissionMode, SessionInfo } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { Choice } from '../sessions/choice.js';
import { permissionModes } from '../sessions/permission-modes.js';
import { useOffer } from '../sessions/use-agents.js';
import { Button } from '../ui/button.js';
import styles from './chat.module.css';
import { useAttempt } from './use-attempt.js';

/** Model, variant and modes of a session that lives. They count from the next turn on at the latest. */
export function SettingsPanel({ session }: { session: SessionInfo }) {
  const { client, sessionId } = useSession();
  const offer = useOffer(session.agent);
  const { problem, attempt } = useAttempt();
  const id = useId();
  const model = session.model ?? offer?.defaultModel ?? null;
  const variants = offer?.models.find((each) => each.id === model)?.variants ?? [];
  const set = (changes: ConfigureSessionRequest) =>
    void attempt(() => client.configureSession(sessionId, changes));
  const pick = (name: 'model' | 'variant' | 'agentMode') => (value: string) =>
    value !== '' && set({ [name]: value });
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get('title')).trim();
    set({ title: title || null });
  };
  return (
    <div className={styles.settings}>
      <Choice
        label="Model"
        name="model"
        fallback="Default"
        value={session.model ?? ''}
        onChange={pick('model')}
        options={offer?.models.map(({ id, name }) => [id, name ?? id]) ?? []}
      />
      <Choice
        label="Variant"
        name="variant"
        fallback="Default"
        value={session.variant ?? ''}
        onChange={pick('variant')}
        options={variants.map((each) => [each, each])}
      />
      <Choice
        label="Mode"
        name="agentMode"
        fallback="Default"
        value={session.agentMode}
        onChange={pick('agentMode')}
        options={offer?.modes.map(({ id, name }) => [id, name]) ?? []}
      />
      <Choice
        label="Permissions"
        name="permissionMode"
        fallback="Default"
        value={session.permissionMode}
        onChange={(mode) => mode !== '' && set({ permissionMode: mode as PermissionMode })}
        options={permissionModes}
      />
      <form className={styles.rename} onSubmit={rename}>
        <label htmlFor={id}>Title</label>
        <input id={id} name="title" maxLength={500} defaultValue={session.title ?? ''} />
        <Button type="submit">Rename</Button>
      </form>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
