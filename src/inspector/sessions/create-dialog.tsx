import { type FormEvent, useState } from 'react';
import type { CreateSessionRequest, SessionInfo } from '../../client/index.js';
import { useGreenroom } from '../../client/react/index.js';
import { useRefusal } from '../shell/own-token.js';
import { Alert } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { useAction } from '../ui/use-action.js';
import { AgentPicker } from './agent-picker.js';
import { isBeyondPlan, permissionModes } from './permission-modes.js';
import { Select } from './select.js';
import styles from './sessions.module.css';
import { useAgentOptions, useAgents } from './use-agents.js';

export interface CreateDialogProps {
  /** The agent that is picked at first; null for the first one. */
  agent: string | null;
  onClose(): void;
  onCreated(session: SessionInfo): void;
}

export function CreateDialog({ agent: given, onClose, onCreated }: CreateDialogProps) {
  const client = useGreenroom();
  const { isBusy, problem, run } = useAction();
  const mayLift = useRefusal('approve') === null;
  const { agents, problem: agentsProblem } = useAgents();
  const [picked, setPicked] = useState(given);
  const agent = picked ?? agents?.find(({ installed }) => installed)?.id ?? '';
  const agentOptions = useAgentOptions(agent);
  const [model, setModel] = useState('');
  const variants =
    agentOptions?.models.find(({ id }) => id === (model || agentOptions.defaultModel))?.variants ?? [];

  const create = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '');
    const request = { ...Object.fromEntries(fields), agent } as CreateSessionRequest;
    void run(async () => onCreated((await client.sessions.create(request)).created));
  };
  return (
    <Dialog title="New session" onClose={onClose}>
      <form className={styles.form} onSubmit={create}>
        <AgentPicker
          agents={agents}
          picked={agent}
          onPick={(id) => {
            setPicked(id);
            setModel('');
          }}
        />
        <Select
          label="Model"
          name="model"
          value={model}
          onChange={setModel}
          fallback={agentOptions?.defaultModel ? `Default (${agentOptions.defaultModel})` : 'Default'}
          options={agentOptions?.models.map(({ id, name }) => [id, name ?? id]) ?? []}
        />
        <Select
          label="Variant"
          name="variant"
          fallback="Default"
          options={variants.map((each) => [each, each])}
        />
        <Select
          label="Mode"
          name="agentMode"
          fallback="Default"
          options={agentOptions?.modes.map(({ id, name }) => [id, name]) ?? []}
        />
        <Select
          label="Permissions"
          name="permissionMode"
          fallback="Default"
          options={permissionModes.filter(([mode]) => mayLift || !isBeyondPlan(mode))}
        />
        <div className={styles.wide}>
          <Field label="Folder" hint="The agent's working directory, on the daemon's machine.">
            {(id) => <input id={id} name="directory" placeholder="Same as the daemon" spellCheck={false} />}
          </Field>
        </div>
        <div className={styles.wide}>
          <Field label="Title">{(id) => <input id={id} name="title" maxLength={500} data-first />}</Field>
        </div>
        <Alert className={styles.alert} message={problem ?? agentsProblem} />
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={isBusy || agent === ''}>
            {isBusy ? 'Creating …' : 'Create'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
