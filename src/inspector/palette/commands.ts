import type { AgentInfo, SessionInfo } from '../../client/index.js';
import type { SessionStore } from '../../client/react/index.js';
import { openFind } from '../find/find-bar-state.js';
import { type NotificationsState, toggleNotifications } from '../notifications/wanted.js';
import { nameOf, statusLabel } from '../sessions/format.js';
import { navigate, type Tab } from '../shell/route.js';
import { chooseTheme, themes } from '../shell/theme.js';

export interface Command {
  id: string;
  group: 'Sessions' | 'Actions' | 'Agents' | 'Settings';
  name: string;
  /** What else it is found by, shown beside the name. */
  detail: string;
  run(): void;
}

export interface CommandDeps {
  sessions: readonly SessionInfo[];
  agents: readonly AgentInfo[];
  store: SessionStore | null;
  notifications: NotificationsState;
  mayCreate: boolean;
  onCreate(agent: string | null): void;
  onKeys(): void;
}

const tabs: [Tab, string][] = [
  ['changes', 'changes'],
  ['machine', 'state machine'],
  ['timeline', 'timeline'],
  ['raw', 'raw events'],
];

/** Everything that the palette offers. */
export function commandsOf(deps: CommandDeps): Command[] {
  return [...sessionCommands(deps), ...actions(deps), ...agentCommands(deps), ...settings(deps)];
}

function sessionCommands({ sessions }: CommandDeps): Command[] {
  return sessions.map((session) => ({
    id: `session ${session.sessionId}`,
    group: 'Sessions',
    name: nameOf(session),
    detail: [statusLabel(session), session.agent, session.directory].filter(Boolean).join(' · '),
    run: () => navigate({ sessionId: session.sessionId }),
  }));
}

function actions({ store, mayCreate, onCreate, onKeys }: CommandDeps): Command[] {
  const action = (name: string, run: () => void, detail = ''): Command => ({
    id: name,
    group: 'Actions',
    name,
    detail,
    run,
  });
  return [
    ...(mayCreate ? [action('New session', () => onCreate(null))] : []),
    ...(store ? ofSession(store, action) : []),
    action('Show all sessions', () => navigate({ sessionId: null })),
    action('Keyboard shortcuts', onKeys, '?'),
  ];
}

function ofSession(
  { sessionId, handle, transcript }: SessionStore,
  action: (name: string, run: () => void, detail?: string) => Command,
): Command[] {
  return [
    action('Find in the conversation', openFind, 'Ctrl+F'),
    ...tabs.map(([view, name]) => action(`Show the ${name}`, () => navigate({ sessionId, view }))),
    ...(transcript.turn
      ? [action('Stop the turn', () => void handle.interrupt().catch(() => {}), 'Esc')]
      : []),
  ];
}

function agentCommands({ agents, mayCreate, onCreate }: CommandDeps): Command[] {
  if (!mayCreate) return [];
  return agents
    .filter(({ installed }) => installed)
    .map(({ id, version }) => ({
      id: `agent ${id}`,
      group: 'Agents',
      name: `New session with ${id}`,
      detail: version ?? '',
      run: () => onCreate(id),
    }));
}

function settings({ notifications }: CommandDeps): Command[] {
  const setting = (name: string, run: () => void): Command => ({
    id: name,
    group: 'Settings',
    name,
    detail: '',
    run,
  });
  const isToggled = notifications === 'on' || notifications === 'off';
  return [
    ...themes.map((theme) => setting(`Theme: ${theme}`, () => chooseTheme(theme))),
    ...(isToggled
      ? [
          setting(`Notifications: turn ${notifications === 'on' ? 'off' : 'on'}`, () => {
            void toggleNotifications();
          }),
        ]
      : []),
  ];
}

/** The commands with all words of a text, those whose name begins with it first. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...commands];
  const rank = ({ name }: Command) => {
    const lower = name.toLowerCase();
    if (lower.startsWith(words[0]!)) return 0;
    return words.every((word) => lower.includes(word)) ? 1 : 2;
  };
  return commands
    .filter(({ name, detail, group }) => {
      const all = `${name} ${detail} ${group}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .sort((a, b) => rank(a) - rank(b));
}
