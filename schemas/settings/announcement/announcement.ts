import { z } from 'zod';

/** A message of the provider to everybody, kept as the setting `announcement`. */
export const Announcement = z.object({
  enabled: z.boolean(),
  message: z.string(),
  format: z.enum(['banner', 'popup']),
});
export type Announcement = z.infer<typeof Announcement>;

export const ANNOUNCEMENT_SETTING = 'announcement';
