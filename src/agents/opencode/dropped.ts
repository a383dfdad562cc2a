import { partEvent } from './native.js';

/** Events that we know and have no use for: dropped on purpose, by name. */
export const dropped: ReadonlySet<string> = new Set([
  // Always empty: diffs come with the tools and the user's message.
  'session.diff',
  // Items that were shown stay.
  'message.removed',
  'command.executed',
  // A step is a message.
  ...['step-start', 'step-finish', 'snapshot'].map(partEvent),
  // The status `retry` has the same, and the time of the next attempt.
  partEvent('retry'),
  // The tool call that follows says the same.
  partEvent('subtask'),
  // The text mentions the agent, too.
  partEvent('agent'),
  // A second copy of each stored event.
  'sync',
  // About the server, its folders and its plugins, not about a session.
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
  // Announced for a later version and never sent: they would repeat the events above.
  'permission.v2.asked',
  'permission.v2.replied',
  'question.v2.asked',
  'question.v2.replied',
  'question.v2.rejected',
]);

/** A family of events that was announced for a later version is dropped as a whole. */
export const isDropped = (type: string): boolean => dropped.has(type) || type.startsWith('session.next.');
