import type { PermissionMode } from '../../client/index.js';

export const permissionModes: [PermissionMode, string][] = [
  ['default', 'Ask me'],
  ['acceptEdits', 'Accept edits'],
  ['plan', 'Plan only'],
  ['bypass', 'Ask for nothing'],
];
