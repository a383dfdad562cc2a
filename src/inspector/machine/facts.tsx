import type { ReactNode } from 'react';
import { itemsInOrder } from '../../../machines/index.js';
import { permissionOf } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { navigate } from '../shell/route.js';
import { firstLine } from '../ui/first-line.js';
import { agentLabel } from './labels.js';
import styles from './machine.module.css';
import type { MachineView } from './machine-view.js';
import { Scroller } from './scroller.js';
import { ThreadMachines } from './thread-machines.js';

/** The machine's context in words. */
export function Facts({ view }: { view: MachineView }) {
  const { context, queued, agent, event } = view;
  const { sessionId } = useSession();
  const open = itemsInOrder(context.open);
  const pending = Object.values(context.pending);
  const chat = (item: string) => navigate({ sessionId, view: 'chat', at: view.at, item });
  return (
    <Scroller className={styles.facts} label="Session facts">
      <ThreadMachines at={view.at} />
      <dl>
        <Fact name="Turn">{context.turn ? `#${context.turns}` : `none (${context.turns} so far)`}</Fact>
        <Fact name="Last event">{event ? `${event.sequence} · ${event.type}` : 'none'}</Fact>
        <Fact name="Agent process">{agent === null ? 'not recorded' : agentLabel(agent)}</Fact>
        <Fact name="Queue">{queued === null ? 'not recorded' : messages(queued)}</Fact>
        <Fact name="Open items">
          {open.length === 0
            ? 'none'
            : open.map(({ id, kind, role }) => (
                <button key={id} type="button" className={styles.chip} onClick={() => chat(id)}>
                  {[role, kind.replaceAll('_', ' ')].filter(Boolean).join(' · ')}
                </button>
              ))}
        </Fact>
        <Fact name="Pending requests">
          {pending.length === 0
            ? 'none'
            : pending.map((request) =>
                request.kind === 'permission' ? (
                  <span key={request.data.permission_id} className={styles.waiting}>
                    {permissionOf(request.data).title}
                  </span>
                ) : (
                  <span key={request.data.question_id} className={styles.waiting}>
                    {firstLine(request.data.prompt)}
                  </span>
                ),
              )}
        </Fact>
      </dl>
    </Scroller>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function messages(count: number): string {
  if (count === 0) return 'empty';
  return count === 1 ? '1 message' : `${count} messages`;
}
