import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.js';
import styles from './shell.module.css';

interface State {
  error: Error | null;
}

/** Shows what went wrong instead of an empty page, until the reader goes elsewhere. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidMount(): void {
    addEventListener('hashchange', this.#reset);
  }

  override componentWillUnmount(): void {
    removeEventListener('hashchange', this.#reset);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <main className={styles.middle}>
        <div className={styles.card} role="alert">
          <h1>This page has failed</h1>
          <p>Nothing is lost: sessions run in the daemon. Please report this if it happens again.</p>
          <pre className={styles.failure}>{error.message}</pre>
          <p className={styles.ways}>
            <Button kind="primary" onClick={() => location.reload()}>
              Reload
            </Button>
            <a className={styles.home} href="#/">
              All sessions
            </a>
          </p>
        </div>
      </main>
    );
  }

  readonly #reset = () => this.setState({ error: null });
}
