import { partEvent } from './native.js';

/** Events that we know and have no use for: dropped on purpose, by name. */
export const dropped: ReadonlySet<string> = new Set([
  // Its title, its sums and when it changed: what matters of it comes in events of its own.
  'session.updated',
  // Always empty; the tools and the user's message tell the diffs.
  'session.diff',
  // What is taken back is not said again, and what was said stays said.
  'message.removed',
  'command.executed',
  // Where steps begin and end follows from the messages, a step each.
  ...['step-start', 'step-finish', 'snapshot'].map(partEvent),
  // The status `retry` tells it, and when the next attempt is.
  partEvent('retry'),
  // The text that mentions the agent has it too.
  partEvent('agent'),
  // The same again, for those who keep copies.
  'sync',
  // Of the server, its folders and its plugins, not of a session.
  'server.connected',
  'server.heartbeat',
  'server.instance.disposed',
  'global.disposed',
  'installation.updated',
  'installation.update-available',
  'models-dev.refreshed',
  'plugin.added',
  'catalog.updated',
  'reference.updated',
  'integration.updated',
  'integration.connection.updated',
  'ide.installed',
  'lsp.updated',
  'lsp.client.diagnostics',
  'mcp.tools.changed',
  'mcp.browser.open.failed',
  'file.edited',
  'file.watcher.updated',
  'vcs.branch.updated',
  'project.updated',
  'project.directories.updated',
  'workspace.ready',
  'workspace.failed',
  'workspace.status',
  'worktree.ready',
  'worktree.failed',
  'pty.created',
  'pty.updated',
  'pty.exited',
  'pty.deleted',
  'tui.prompt.append',
  'tui.command.execute',
  'tui.toast.show',
  'tui.session.select',
  // Announced for a later version, and never sent: they would say all of it a second time.
  'permission.v2.asked',
  'permission.v2.replied',
  'question.v2.asked',
  'question.v2.replied',
  'question.v2.rejected',
]);

/** The same for a whole family, of a later version too. */
export const isDropped = (type: string): boolean => dropped.has(type) || type.startsWith('session.next.');
