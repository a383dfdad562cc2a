import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { CreateSessionRequest, Session, SessionInfo } from '../../client/index.js';
import { useGreenroom } from '../../client/react/index.js';
import { focusComposer } from '../chat/composer/composer-focus.js';
import { changeDraft } from '../chat/composer/drafts.js';
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
    if (isBusy || agent === '') return;
    const { prompt = '', ...fields } = filledIn(event.currentTarget);
    const request = { ...fields, agent } as CreateSessionRequest;
    void run(async () => {
      const session = await client.sessions.create(request);
      void sendFirst(session, prompt);
      focusComposer(session.id);
      onCreated(session.created);
    });
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
        <div className={styles.wide}>
          <Field
            label="First message"
            hint="Enter creates the session and sends it; Shift+Enter adds a line."
          >
            {(id) => (
              <textarea
                id={id}
                name="prompt"
                rows={3}
                placeholder="Optional"
                onKeyDown={submitOnEnter}
                data-first
              />
            )}
          </Field>
        </div>
        <Select
          label="Model"
          name="model"
          value={model}
          onChange={setModel}
          fallback={agentOptions?.defaultModel ? `Default (${agentOptions.defaultModel})` : 'Default'}
          options={agentOptions?.models.map(({ id, name }) => [id, name ?? id]) ?? []}
        />
        <Select
          label="Effort"
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
          <Field label="Title">{(id) => <input id={id} name="title" maxLength={500} />}</Field>
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

/** The fields that are not empty. */
function filledIn(form: HTMLFormElement): Record<string, string> {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  return Object.fromEntries(fields.filter(([, value]) => value !== ''));
}

/** A message that the daemon does not take becomes the draft. */
async function sendFirst(session: Session, message: string): Promise<void> {
  if (message === '') return;
  try {
    await session.send(message).accepted;
  } catch {
    changeDraft(session.id, (now) => ({ ...now, text: now.text || message }));
  }
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
