import type { PermissionMode } from '../../client/index.js';

export const permissionModes: [PermissionMode, string][] = [
  ['default', 'Ask'],
  ['acceptEdits', 'Accept edits'],
  ['plan', 'Plan only'],
  ['bypass', 'Allow everything'],
];
