import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  createProfile,
  deleteProfile,
  listProfiles,
  setDefaultProfile,
  updateProfile,
} from '#schemas/profile/routes.ts';
import { sharedKinds } from '#schemas/resource/kind.ts';
import type { AnnounceAccess } from '../../kernel/access/access-change.ts';
import { serve } from '../../kernel/route/serve.ts';
import { publishResourceChange } from '../../shared/resource/resource-change.ts';
import type { ProfileRepository } from './profile-repository.ts';

export interface ProfileNeeds {
  readonly profiles: ProfileRepository;
  readonly bus: Bus;
  readonly announce: AnnounceAccess;
}

/** Customer profiles: groups of customers that are assigned to users and shared templates. */
export function profilePlugin(app: FastifyInstance, { profiles, bus, announce }: ProfileNeeds): void {
  serve(app, listProfiles, async ({ caller }) => ({ profiles: await profiles.list(caller) }));

  serve(app, createProfile, ({ body, ...actor }) => profiles.create(body.name, actor));

  serve(app, updateProfile, async ({ params, body, ...actor }) => {
    const profile = await profiles.update(params.id, body.name, actor);
    bus.publish(subjects.config('inventory'), '{}');
    return profile;
  });

  serve(app, deleteProfile, async ({ params, ...actor }) => {
    const moved = await profiles.delete(params.id, actor);
    announce();
    bus.publish(subjects.config('inventory'), '{}');
    for (const kind of sharedKinds) publishResourceChange(bus, kind);
    return { moved };
  });

  serve(app, setDefaultProfile, async ({ params, ...actor }) => {
    await profiles.setDefault(params.id, actor);
    return {};
  });
}
