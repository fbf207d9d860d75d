import type { FastifyInstance } from 'fastify';
import { createRole, deleteRole, listRoles, setDefaultRole, updateRole } from '#schemas/role/routes.ts';
import type { AnnounceAccess } from '../../kernel/access/access-change.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { RoleRepository } from './role-repository.ts';

export interface RoleNeeds {
  readonly roles: RoleRepository;
  readonly announce: AnnounceAccess;
}

/** The role library. */
export function rolePlugin(app: FastifyInstance, { roles, announce }: RoleNeeds): void {
  serve(app, listRoles, async ({ caller }) => ({ roles: await roles.list(caller) }));

  serve(app, createRole, ({ body, ...actor }) => roles.create(body, actor));

  serve(app, updateRole, async ({ params, body, ...actor }) => {
    const role = await roles.update({ ...body, id: params.id }, actor);
    announce();
    return role;
  });

  serve(app, deleteRole, async ({ params, ...actor }) => {
    const moved = await roles.delete(params.id, actor);
    announce();
    return { moved };
  });

  serve(app, setDefaultRole, async ({ params, ...actor }) => {
    await roles.setDefault(params.id, actor);
    return {};
  });
}
