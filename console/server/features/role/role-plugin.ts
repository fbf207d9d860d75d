import type { FastifyInstance } from 'fastify';
import { createRole, deleteRole, listRoles, makeRoleDefault, updateRole } from '#schemas/role/routes.ts';
import type { AnnounceAccess } from '../../kernel/access/access-change.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { RoleActor, RoleRepository } from './role-repository.ts';

export interface RoleNeeds {
  readonly roles: RoleRepository;
  readonly announce: AnnounceAccess;
}

/** The role library. */
export function rolePlugin(app: FastifyInstance, { roles, announce }: RoleNeeds): void {
  const actorOf = ({ caller, audit }: { caller: Caller; audit: Audit }): RoleActor => ({
    own: caller.permissions,
    caller,
    audit,
  });

  serve(app, listRoles, async ({ caller }) => ({ roles: await roles.list(caller) }));

  serve(app, createRole, ({ body, ...call }) => roles.create(body, actorOf(call)));

  serve(app, updateRole, async ({ params, body, ...call }) => {
    const role = await roles.update({ ...body, id: params.id }, actorOf(call));
    announce();
    return role;
  });

  serve(app, deleteRole, async ({ params, ...call }) => {
    const moved = await roles.delete(params.id, {
      ...actorOf(call),
      bySystem: app.auditTrail.bySystem,
    });
    announce();
    return { moved };
  });

  serve(app, makeRoleDefault, async ({ params, ...call }) => {
    await roles.makeDefault(params.id, actorOf(call));
    return {};
  });
}
