import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useSession, useSessionValue } from '../session/use-session.js';
import { useConnection } from '../shell/client-context.js';
import { Button } from '../ui/button.js';
import styles from './chat.module.css';

/** Where messages are written. Enter sends, Shift+Enter begins a line. */
export function Composer() {
  const { client, sessionId } = useSession();
  const isEnded = useSessionValue(({ transcript }) => transcript.ended !== null);
  const isRunning = useSessionValue(({ transcript }) => transcript.turn !== null);
  const isOnline = useConnection().status === 'online';
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();

  const attempt = async (call: Promise<unknown>) => {
    setProblem(null);
    try {
      await call;
    } catch (error) {
      setProblem((error as Error).message);
      return false;
    }
    return true;
  };
  const send = async () => {
    const message = text.trim();
    if (message === '') return;
    setText('');
    // What could not be sent is not lost, unless something else was written meanwhile.
    if (!(await attempt(client.send(sessionId, { message })))) setText((now) => now || message);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  if (isEnded) return null;
  return (
    <form className={styles.composer} onSubmit={submit}>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <label className="visually-hidden" htmlFor={id}>
        Message
      </label>
      <textarea
        id={id}
        rows={2}
        placeholder={isRunning ? 'Queue a message …' : 'Message the agent …'}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.tools}>
        <span className={styles.hint}>Enter sends, Shift+Enter begins a line</span>
        {isRunning && <Button onClick={() => attempt(client.interrupt(sessionId))}>Stop</Button>}
        <Button kind="primary" type="submit" disabled={!isOnline || text.trim() === ''}>
          Send
        </Button>
      </div>
    </form>
  );
}
