import type { ToolKind } from '../../../client/index.js';
import type { IconName } from '../../ui/icon.js';

export const kindIcons: Readonly<Record<ToolKind, IconName>> = {
  read: 'file',
  edit: 'edit',
  delete: 'trash',
  move: 'move',
  search: 'search',
  execute: 'play',
  fetch: 'globe',
  think: 'thought',
  plan: 'list',
  agent: 'robot',
  question: 'question',
  other: 'tool',
};
