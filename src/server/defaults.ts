/** The defaults that the command line shows without loading the server. */
import { settings } from '../schema/configuration/settings.js';
import type { IsolateSetting } from '../sessions/index.js';

export const DEFAULT_HOST = settings.host.default;
export const DEFAULT_PORT = settings.port.default;
export type { IsolateSetting };
