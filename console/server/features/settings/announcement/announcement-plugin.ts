import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { readAnnouncement, updateAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { AnnouncementRepository } from './announcement-repository.ts';

export interface AnnouncementNeeds {
  readonly announcements: AnnouncementRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

/** The announcement of the platform settings, which the sign-in page and every open screen show. */
export function announcementPlugin(app: FastifyInstance, { announcements, bus }: AnnouncementNeeds): void {
  serve(app, readAnnouncement, () => announcements.read());

  serve(app, updateAnnouncement, async ({ body, ...actor }) => {
    await announcements.update(body, actor);
    bus.publish(subjects.config('announcement'), '{}');
    return {};
  });
}
