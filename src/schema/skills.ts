import { z } from 'zod';

const SkillSource = z
  .object({
    type: z.string(),
    source: z.string(),
    skills: z.array(z.string()).nullish(),
    ref: z.string().nullish(),
    subpath: z.string().nullish(),
  })
  .meta({ id: 'SkillSource' });

export const SkillsConfig = z.object({ sources: z.array(SkillSource) }).meta({
  id: 'SkillsConfig',
  description: 'Refused: agents take skills from their own folders',
});
export type SkillsConfig = z.infer<typeof SkillsConfig>;
