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
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { serve } from '../../kernel/route/serve.ts';
import { publishResourceChange } from '../../shared/resource/resource-change.ts';
import type { ProfileActor, ProfileRepository } from './profile-repository.ts';

export interface ProfileNeeds {
  readonly profiles: ProfileRepository;
  readonly bus: Bus;
  readonly announce: AnnounceAccess;
}

/** Customer profiles: groups of customers that users and shared templates are given. */
export function profilePlugin(app: FastifyInstance, { profiles, bus, announce }: ProfileNeeds): void {
  const actorOf = ({ caller, audit }: { caller: Caller; audit: Audit }): ProfileActor => ({
    caller,
    audit,
  });

  serve(app, listProfiles, async ({ caller }) => ({ profiles: await profiles.list(caller) }));

  serve(app, createProfile, ({ body, ...call }) => profiles.create(body.name, actorOf(call)));

  serve(app, updateProfile, async ({ params, body, ...call }) => {
    const profile = await profiles.rename(params.id, body.name, actorOf(call));
    bus.publish(subjects.config('inventory'), '{}');
    return profile;
  });

  serve(app, deleteProfile, async ({ params, ...call }) => {
    const moved = await profiles.delete(params.id, actorOf(call));
    announce();
    bus.publish(subjects.config('inventory'), '{}');
    for (const kind of sharedKinds) publishResourceChange(bus, kind);
    return { moved };
  });

  serve(app, setDefaultProfile, async ({ params, ...call }) => {
    await profiles.makeDefault(params.id, actorOf(call));
    return {};
  });
}
