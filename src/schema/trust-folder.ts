/**
 * The action of the daemon's own permission: whether an agent may use what the session's folder brings. In a file without
 * schemas, since the machines that pages run need it.
 */
export const TRUST_FOLDER = 'trust_folder';
