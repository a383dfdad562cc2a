import type { PermissionReply } from '../../schema/index.js';
import type { PermissionOption } from './native.js';

const kinds: Readonly<Record<PermissionReply, readonly string[]>> = {
  once: ['allow_once'],
  always: ['allow_always'],
  reject: ['reject_once', 'reject_always'],
};

/**
 * The option that a reply chooses, by its kind and never by its place; undefined if there is none. Of several that allow
 * something for good, it is the one that does so for this session.
 */
export function optionFor(
  reply: PermissionReply,
  options: readonly PermissionOption[],
): PermissionOption | undefined {
  for (const kind of kinds[reply]) {
    const found = options.filter((option) => option.kind === kind);
    const first =
      found.find(({ optionId, name }) => /session/i.test(`${optionId} ${name ?? ''}`)) ?? found[0];
    if (first) return first;
  }
  return undefined;
}

/** The replies that are possible. A rejection always is: without an option for it, the request is cancelled. */
export function repliesTo(options: readonly PermissionOption[]): PermissionReply[] {
  const replies: readonly PermissionReply[] = ['once', 'always', 'reject'];
  return replies.filter((reply) => reply === 'reject' || optionFor(reply, options) !== undefined);
}
