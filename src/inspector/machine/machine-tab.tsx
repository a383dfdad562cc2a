import { useEffect, useState } from 'react';
import { useSession, useSessionValue } from '../session/use-session.js';
import { useRoute } from '../shell/route.js';
import styles from './machine.module.css';

/** The session's state machine, drawn with its active states. */
export function MachineTab() {
  const { client, sessionId } = useSession();
  const { at } = useRoute();
  const state = useSessionValue((store) => JSON.stringify(store.state));
  const [drawing, setDrawing] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another state is another drawing
  useEffect(() => {
    let url: string | null = null;
    let isStale = false;
    client.http.diagram(sessionId, at ?? undefined).then(
      (svg) => {
        if (isStale) return;
        url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
        setDrawing(url);
        setProblem(null);
      },
      (error: Error) => !isStale && setProblem(error.message),
    );
    return () => {
      isStale = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [client, sessionId, at, at === null && state]);

  return (
    <div className={styles.machine}>
      {problem && <p role="alert">{problem}</p>}
      {drawing && <img src={drawing} alt={`The session's state machine; active: ${state}`} />}
      {at === null && <pre>{state}</pre>}
    </div>
  );
}
