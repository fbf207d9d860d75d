import type { FastifyInstance } from 'fastify';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import * as routes from '#schemas/user/routes.ts';
import type { AnnounceAccess } from '../../kernel/access/access-change.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { firstPassword } from '../../kernel/password/first-password.ts';
import { serve } from '../../kernel/route/serve.ts';
import { explainUser } from './explain-user.ts';
import { findObjects } from './why-objects.ts';
import { whyUser } from './why-user.ts';
import { userChoices, userSites } from './user-choices.ts';
import { readTokensOf, revokeTokenOfUser } from './user-tokens.ts';
import type { UserActor, UserRepository } from './user-repository.ts';

/** What a user is told of what others did to his account. */
export interface UserNotices {
  secondFactorRemoved(account: number): Promise<void>;
  passwordRenewed(account: number): Promise<void>;
  wayChanged(account: number, elsewhere: boolean): Promise<void>;
}

export interface UserNeeds {
  readonly users: UserRepository;
  readonly db: Db;
  readonly announce: AnnounceAccess;
  readonly ids: IdSource;
  readonly tell: UserNotices;
}

type ActorOf = (call: { caller: Caller; audit: Audit }) => UserActor;

function serveLocks(app: FastifyInstance, { users, announce, ids, tell }: UserNeeds, actorOf: ActorOf): void {
  serve(app, routes.lockUser, async ({ params, ...call }) => {
    const user = await users.lock(params.id, actorOf(call));
    announce({ account: params.id });
    return user;
  });

  serve(app, routes.unlockUser, async ({ params, body, ...call }) => {
    const user = await users.unlock(params.id, body.confirmed, actorOf(call));
    if (user === undefined) {
      call.unchanged();
      return { is: 'unconfirmed' as const, warning: 'UNLOCKED_WITHOUT_PASSWORD' as const };
    }
    announce({ account: params.id });
    return { is: 'unlocked' as const, user };
  });

  serve(app, routes.renewPassword, async ({ params, ...call }) => {
    const { password, hash } = await firstPassword(ids);
    await users.setFirstPassword(params.id, hash, actorOf(call));
    // Its sessions ended: every server forgets them.
    announce();
    await tell.passwordRenewed(params.id);
    return { password };
  });
}

function serveWay(app: FastifyInstance, { users, announce, ids, tell }: UserNeeds, actorOf: ActorOf): void {
  serve(app, routes.changeUserWay, async ({ params, body: { elsewhere }, ...call }) => {
    const made = elsewhere ? undefined : await firstPassword(ids);
    const way =
      made === undefined
        ? { elsewhere: true as const }
        : { elsewhere: false as const, passwordHash: made.hash };
    const user = await users.changeWay(params.id, way, actorOf(call));
    if (user === undefined) {
      call.unchanged();
      return { user: await users.read(call.caller, params.id), password: null };
    }
    announce();
    await tell.wayChanged(params.id, elsewhere);
    return { user, password: made?.password ?? null };
  });
}

function serveEnds(app: FastifyInstance, { users, announce, tell }: UserNeeds, actorOf: ActorOf): void {
  serve(app, routes.removeUserSecondFactor, async ({ params, ...call }) => {
    const { user, removed } = await users.removeSecondFactor(params.id, actorOf(call));
    if (removed) {
      announce();
      await tell.secondFactorRemoved(params.id);
    } else call.unchanged();
    return user;
  });

  serve(app, routes.endUserSessions, async ({ params, ...call }) => {
    const ended = await users.endSessions(params.id, actorOf(call));
    announce();
    return { ended };
  });
}

function serveTokens(app: FastifyInstance, { db }: UserNeeds, actorOf: ActorOf): void {
  serve(app, routes.listUserTokens, async ({ params, caller }) => ({
    tokens: await readTokensOf(db, caller, params.id),
  }));

  serve(app, routes.revokeUserToken, async ({ params, ...call }) => {
    await revokeTokenOfUser(db, params.id, actorOf(call));
    return {};
  });
}

function serveLooks(app: FastifyInstance, { users, db }: UserNeeds): void {
  serve(app, routes.listUsers, async ({ caller }) => ({ users: await users.list(caller) }));
  serve(app, routes.readUser, ({ params, caller }) => users.read(caller, params.id));
  serve(app, routes.explainUser, ({ params, caller }) => explainUser(db, caller, params.id));
  serve(app, routes.explainWhy, ({ params, query, caller }) =>
    whyUser(db, caller, { ...query, id: params.id }),
  );
  serve(app, routes.findWhyObjects, async ({ query, caller }) => ({
    objects: await findObjects(db, caller, query),
  }));
  serve(app, routes.readUserChoices, ({ caller }) => userChoices(db, caller));
  serve(app, routes.readUserSites, ({ params, caller }) => userSites(db, caller, params.id));
}

/** User administration. */
export function userPlugin(app: FastifyInstance, needs: UserNeeds): void {
  const { users, announce, ids } = needs;
  const actorOf: ActorOf = ({ caller, audit }) => ({ caller, audit });
  serveLooks(app, needs);

  serve(app, routes.createUser, async ({ body, ...call }) => {
    const { signsInElsewhere, ...draft } = body;
    if (signsInElsewhere)
      return { user: await users.create(draft, undefined, actorOf(call)), password: null };
    const { password, hash } = await firstPassword(ids);
    return { user: await users.create(draft, hash, actorOf(call)), password };
  });

  serve(app, routes.updateUser, async ({ params, body, ...call }) => {
    const user = await users.update({ ...body, id: params.id }, actorOf(call));
    announce({ account: params.id });
    return user;
  });

  serve(app, routes.deleteUser, async ({ params, ...call }) => {
    await users.delete(params.id, actorOf(call));
    announce({ account: params.id });
    return {};
  });

  serveLocks(app, needs, actorOf);
  serveWay(app, needs, actorOf);
  serveEnds(app, needs, actorOf);
  serveTokens(app, needs, actorOf);
}
