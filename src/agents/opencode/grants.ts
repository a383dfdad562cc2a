import type { PermissionRequest } from './native.js';
import { covers } from './patterns.js';

type Grant = Pick<PermissionRequest, 'permission' | 'always'>;

/**
 * Permissions that a human has granted for the rest of the session. They are not passed on to OpenCode, whose own
 * `always` holds for all sessions of the folder.
 */
export class Grants {
  readonly #grants: Grant[] = [];

  add({ permission, always }: Grant): void {
    this.#grants.push({ permission, always });
  }

  cover({ permission, patterns }: Pick<PermissionRequest, 'permission' | 'patterns'>): boolean {
    const allowed = this.#grants.filter((grant) => grant.permission === permission);
    const isAllowed = (text: string) =>
      allowed.some(({ always }) => always.some((pattern) => covers(pattern, text)));
    return patterns.length > 0 && patterns.every(isAllowed);
  }
}
