import { type FormEvent, useState } from 'react';
import type { Problem } from '../../client/index.js';
import { Alert } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import styles from './shell.module.css';
import { readToken } from './token.js';

export interface TokenPageProps {
  problem: Problem;
  /** Why a pairing link did not work; null if there was none. */
  unpaired: Pick<Problem, 'status' | 'detail'> | null;
  onToken(token: string): void;
}

/** Asks for a token if there is none or it is not valid. */
export function TokenPage({ problem, unpaired, onToken }: TokenPageProps) {
  const [token, setToken] = useState('');
  const isWrong = readToken() !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token.trim()) onToken(token.trim());
  };
  return (
    <main className={styles.middle}>
      <form className={styles.card} onSubmit={submit}>
        <h1>Token required</h1>
        <p>
          This daemon requires a token. It prints a link to this page when it starts, which signs one browser
          in; <code>greenroom pair</code> prints another. Open such a link, or paste a token here.
        </p>
        <Alert message={unpaired?.detail ?? (isWrong ? problem.detail : null)} />
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
