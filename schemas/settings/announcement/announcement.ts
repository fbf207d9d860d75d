import { z } from 'zod';
import { whenValid } from '../../problem/when-valid.ts';
import { API, route } from '../../route.ts';

/** A message of the provider to every user, stored as the setting `announcement`. */
export const Announcement = z.object({
  enabled: z.boolean(),
  message: z.string(),
  /** For users whose console is French; absent or empty: they see `message`. */
  messageFr: z.string().optional(),
  format: z.enum(['banner', 'popup']),
});
export type Announcement = z.infer<typeof Announcement>;

/** The message as users see it. */
export const ShownAnnouncement = Announcement.pick({
  message: true,
  messageFr: true,
  format: true,
}).strict();
export type ShownAnnouncement = z.infer<typeof ShownAnnouncement>;

/** The message in a language of the console. */
export const announcedIn = (
  { message, messageFr = '' }: Pick<Announcement, 'message' | 'messageFr'>,
  language: 'en' | 'fr',
): string => (language === 'fr' && messageFr.trim() !== '' ? messageFr : message);

export const ANNOUNCEMENT_SETTING = 'announcement';

const message = z.string().trim().max(2_000, 'TOO_LONG');

/** Form input: an enabled announcement requires a message. */
export const AnnouncementDraft = Announcement.extend({ message, messageFr: message.optional() })
  .strict()
  .refine(({ enabled, message }) => !enabled || message !== '', {
    message: 'ANNOUNCEMENT_EMPTY',
    path: ['message'],
    ...whenValid({ enabled: Announcement.shape.enabled, message }),
  });

export const readCurrentAnnouncement = route({
  method: 'GET',
  path: `${API}/session/announcement`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Announcement of the provider to signed-in users',
  reply: z.strictObject({
    announcement: ShownAnnouncement.nullable(),
    /** Whole percent of the past of a demonstration network that is written; absent: none is being written. */
    history: z.int().min(0).max(99).optional(),
  }),
});

const base = { path: `${API}/mt/settings/announcement`, scope: 'admin', everyCustomer: true } as const;

export const readAnnouncement = route({
  ...base,
  method: 'GET',
  needs: 'SETTINGS.ANNOUNCEMENT.read',
  summary: 'Announcement settings',
  reply: Announcement,
});

export const updateAnnouncement = route({
  ...base,
  method: 'PUT',
  needs: 'SETTINGS.ANNOUNCEMENT.write',
  summary: 'Update the announcement',
  body: AnnouncementDraft,
  reply: z.strictObject({}),
});
