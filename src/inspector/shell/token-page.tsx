import { type FormEvent, useState } from 'react';
import type { Problem } from '../../client/index.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import styles from './shell.module.css';

export interface TokenPageProps {
  problem: Problem;
  onToken(token: string): void;
}

/** Asks for a token if there is none or it is not valid. */
export function TokenPage({ problem, onToken }: TokenPageProps) {
  const [token, setToken] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token.trim()) onToken(token.trim());
  };
  return (
    <main className={styles.middle}>
      <form className={styles.card} onSubmit={submit}>
        <h1>Token required</h1>
        <p>
          This daemon requires a token. It prints the token and a link to this page when it starts. Open that
          link, or paste the token here.
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
          Connect
        </Button>
      </form>
    </main>
  );
}
