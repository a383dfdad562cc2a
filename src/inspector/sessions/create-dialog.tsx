import { type FormEvent, useState } from 'react';
import type { CreateSessionRequest, SessionInfo } from '../../client/index.js';
import { useClient } from '../shell/client-context.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { AgentChoice } from './agent-choice.js';
import { Choice } from './choice.js';
import { permissionModes } from './permission-modes.js';
import styles from './sessions.module.css';
import { useAgents, useOffer } from './use-agents.js';

export interface CreateDialogProps {
  onClose(): void;
  onCreated(session: SessionInfo): void;
}

export function CreateDialog({ onClose, onCreated }: CreateDialogProps) {
  const client = useClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const agents = useAgents(setProblem);
  const [picked, setPicked] = useState<string | null>(null);
  const agent = picked ?? agents?.find(({ installed }) => installed)?.id ?? '';
  const offer = useOffer(agent);
  const [model, setModel] = useState('');
  const variants = offer?.models.find(({ id }) => id === (model || offer.defaultModel))?.variants ?? [];

  const create = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = [...form].filter(([, value]) => value !== '');
    setBusy(true);
    setProblem(null);
    try {
      const session = await client.createSession({
        ...Object.fromEntries(given),
        agent,
      } as CreateSessionRequest);
      onCreated(session);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog title="New session" onClose={onClose}>
      <form className={styles.form} onSubmit={create}>
        <AgentChoice
          agents={agents}
          picked={agent}
          onPick={(id) => {
            setPicked(id);
            setModel('');
          }}
        />
        <Choice
          label="Model"
          name="model"
          value={model}
          onChange={setModel}
          fallback={offer?.defaultModel ? `Default (${offer.defaultModel})` : 'Default'}
          options={offer?.models.map(({ id, name }) => [id, name ?? id]) ?? []}
        />
        <Choice
          label="Variant"
          name="variant"
          fallback="Default"
          options={variants.map((each) => [each, each])}
        />
        <Choice
          label="Mode"
          name="agentMode"
          fallback="Default"
          options={offer?.modes.map(({ id, name }) => [id, name]) ?? []}
        />
        <Choice label="Permissions" name="permissionMode" fallback="Default" options={permissionModes} />
        <div className={styles.wide}>
          <Field label="Folder" hint="Where the agent works; it must exist on the daemon's machine.">
            {(id) => <input id={id} name="directory" placeholder="The daemon's own" spellCheck={false} />}
          </Field>
        </div>
        <div className={styles.wide}>
          <Field label="Title">{(id) => <input id={id} name="title" maxLength={500} data-first />}</Field>
        </div>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={isBusy || agent === ''}>
            {isBusy ? 'Starting …' : 'Create'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
