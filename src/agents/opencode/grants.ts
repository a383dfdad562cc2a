import type { PermissionRequest } from './native.js';
import { covers } from './patterns.js';

type Grant = Pick<PermissionRequest, 'permission' | 'always'>;
type Request = Pick<PermissionRequest, 'permission' | 'patterns'>;

/**
 * Permissions that a human has granted for the rest of the session. They are not passed on to OpenCode, whose own
 * `always` holds for all sessions of the folder.
 */
export class Grants {
  readonly #grants: Grant[] = [];

  add({ permission, always }: Grant): void {
    this.#grants.push({ permission, always });
  }

  cover(request: Request): boolean {
    return isCovered(request, this.#grants);
  }
}

/** Whether a grant would cover a request; one that covers not even its own is not offered. */
export function grants(grant: Grant, request: Request): boolean {
  return isCovered(request, [grant]);
}

function isCovered({ permission, patterns }: Request, all: readonly Grant[]): boolean {
  const allowed = all.filter((grant) => grant.permission === permission);
  const isAllowed = (text: string) =>
    allowed.some(({ always }) => always.some((pattern) => covers(pattern, text)));
  return patterns.length > 0 && patterns.every(isAllowed);
}
