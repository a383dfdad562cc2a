import type { DeclaredAgent } from '../../schema/index.js';

/** An agent that the configuration declares, with its id. */
export type AcpDeclaration = DeclaredAgent & { id: string };
