import { type FormEvent, useState } from 'react';
import type { Problem } from '../../client/index.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import styles from './shell.module.css';

export interface TokenPageProps {
  problem: Problem;
  onToken(token: string): void;
}

/** For those who came without the token, or with one of an earlier daemon. */
export function TokenPage({ problem, onToken }: TokenPageProps) {
  const [token, setToken] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token.trim()) onToken(token.trim());
  };
  return (
    <main className={styles.middle}>
      <form className={styles.card} onSubmit={submit}>
        <h1>Who goes there?</h1>
        <p>
          This daemon asks for a token. It was printed when it started, with a link to this page that has it
          inside. Or paste it here.
        </p>
        <Field label="Token" hint={problem.status === 401 ? undefined : problem.detail}>
          {(id) => (
            <input
              id={id}
              type="password"
              autoComplete="off"
              required
              value={token}
              onChange={(event) => setToken(event.target.value)}
            />
          )}
        </Field>
        <Button kind="primary" type="submit">
          Enter
        </Button>
      </form>
    </main>
  );
}
