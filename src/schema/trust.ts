import { z } from 'zod';

/** Whether an agent may use what its session's folder brings: a human is asked, or nobody. */
export const TrustPolicy = z.enum(['ask', 'always', 'never']).meta({ id: 'TrustPolicy' });
export type TrustPolicy = z.infer<typeof TrustPolicy>;

/** Contents of a folder that a human trusts. */
export const TrustedFolder = z
  .object({
    id: z.string(),
    agent: z.string(),
    folder: z.string(),
    paths: z.array(z.string()).describe('What it brings, at most 50 files'),
    contents: z.string().describe('The hash of these files: other contents are asked about again'),
    trustedAt: z.int().describe('Milliseconds since 1970'),
  })
  .meta({ id: 'TrustedFolder' });
export type TrustedFolder = z.infer<typeof TrustedFolder>;

export const TrustedFoldersResponse = z
  .object({ folders: z.array(TrustedFolder) })
  .meta({ id: 'TrustedFoldersResponse' });

export const TrustFolderRequest = z
  .object({
    folder: z.string().min(1).describe('An absolute path'),
    agent: z.string().nullish().describe('Only for this agent; for all by default'),
  })
  .meta({ id: 'TrustFolderRequest' });
