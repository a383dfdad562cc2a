import type { PermissionMode } from '../../client/index.js';

export const permissionModes: [PermissionMode, string][] = [
  ['default', 'Ask'],
  ['acceptEdits', 'Accept edits'],
  ['plan', 'Plan only'],
  ['bypass', 'Allow everything'],
];

/** Whether a mode lets the agent do something unasked, which takes the scope `approve`. */
export function isBeyondPlan(mode: PermissionMode): boolean {
  return mode !== 'default' && mode !== 'plan';
}
