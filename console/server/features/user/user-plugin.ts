import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import * as routes from '#schemas/user/routes.ts';
import type { AnnounceAccess } from '../../kernel/access/access-change.ts';
import { generatePassword } from '../../kernel/password/generate-password.ts';
import { serve } from '../../kernel/route/serve.ts';
import { findExplainable } from './access-explanation-objects.ts';
import { explainAccess } from './access-explanation.ts';
import { explainRightsOf } from './explain-rights.ts';
import { userChoicesFor, userSitesFor } from './user-choices.ts';
import type { UserRepository } from './user-repository.ts';
import { deleteUserToken, readUserTokens } from './user-tokens.ts';

/** Notifies users of changes that administrators make to their accounts. */
export interface UserNotices {
  secondFactorDeleted(account: number): Promise<void>;
  passwordIssued(account: number): Promise<void>;
  signInMethodChanged(account: number, elsewhere: boolean): Promise<void>;
}

export interface UserNeeds {
  readonly users: UserRepository;
  readonly db: Db;
  readonly clock: Clock;
  readonly announce: AnnounceAccess;
  readonly ids: IdSource;
  readonly notices: UserNotices;
}

function serveLocks(app: FastifyInstance, { users, announce }: UserNeeds): void {
  serve(app, routes.lockUser, async ({ params, ...actor }) => {
    const user = await users.lock(params.id, actor);
    announce({ account: params.id });
    return user;
  });

  serve(app, routes.unlockUser, async ({ params, body, unchanged, ...actor }) => {
    const unlocked = await users.unlock(params.id, body.confirmed, actor);
    if (unlocked?.isChanged === true) announce({ account: params.id });
    else unchanged();
    return unlocked === undefined
      ? { is: 'unconfirmed' as const, warning: 'UNLOCKED_WITHOUT_PASSWORD' as const }
      : { is: 'unlocked' as const, user: unlocked.user };
  });
}

function serveCredentials(app: FastifyInstance, { users, announce, ids, notices }: UserNeeds): void {
  serve(app, routes.issueUserPassword, async ({ params, ...actor }) => {
    const { password, hash } = await generatePassword(ids);
    await users.issuePassword(params.id, hash, actor);
    // The sessions of the user ended: every server drops its caches.
    announce();
    await notices.passwordIssued(params.id);
    return { password };
  });

  serve(app, routes.changeUserSignInMethod, async ({ params, body: { elsewhere }, unchanged, ...actor }) => {
    const issued = elsewhere ? undefined : await generatePassword(ids);
    const method =
      issued === undefined
        ? { elsewhere: true as const }
        : { elsewhere: false as const, passwordHash: issued.hash };
    const user = await users.changeSignInMethod(params.id, method, actor);
    if (user === undefined) {
      unchanged();
      return { user: await users.read(actor.caller, params.id), password: null };
    }
    announce();
    await notices.signInMethodChanged(params.id, elsewhere);
    return { user, password: issued?.password ?? null };
  });

  serve(app, routes.deleteUserSecondFactor, async ({ params, unchanged, ...actor }) => {
    const { user, deleted } = await users.deleteSecondFactor(params.id, actor);
    if (deleted) {
      announce();
      await notices.secondFactorDeleted(params.id);
    } else unchanged();
    return user;
  });

  serve(app, routes.revokeUserSessions, async ({ params, ...actor }) => {
    const ended = await users.revokeSessions(params.id, actor);
    announce();
    return { ended };
  });
}

function serveTokens(app: FastifyInstance, { db, clock, announce }: UserNeeds): void {
  serve(app, routes.listUserTokens, async ({ params, caller }) => ({
    tokens: await readUserTokens(db, caller, params.id),
  }));

  serve(app, routes.revokeUserToken, async ({ params, ...actor }) => {
    await deleteUserToken({ db, clock }, params.id, actor);
    announce();
    return {};
  });
}

function serveReads(app: FastifyInstance, { users, db }: UserNeeds): void {
  serve(app, routes.listUsers, async ({ caller }) => ({ users: await users.list(caller) }));
  serve(app, routes.readUser, ({ params, caller }) => users.read(caller, params.id));
  serve(app, routes.explainUserRights, ({ params, caller }) => explainRightsOf(db, caller, params.id));
  serve(app, routes.explainUserAccess, ({ params, query, caller }) =>
    explainAccess(db, caller, { ...query, id: params.id }),
  );
  serve(app, routes.findExplainableObjects, async ({ query, caller }) => ({
    objects: await findExplainable(db, caller, query),
  }));
  serve(app, routes.readUserChoices, ({ caller }) => userChoicesFor(db, caller));
  serve(app, routes.listUserSites, ({ params, caller }) => userSitesFor(db, caller, params.id));
}

/** User administration. */
export function userPlugin(app: FastifyInstance, needs: UserNeeds): void {
  const { users, announce, ids } = needs;
  serveReads(app, needs);

  serve(app, routes.createUser, async ({ body, ...actor }) => {
    const { signsInElsewhere, ...draft } = body;
    if (signsInElsewhere) return { user: await users.create(draft, undefined, actor), password: null };
    const { password, hash } = await generatePassword(ids);
    return { user: await users.create(draft, hash, actor), password };
  });

  serve(app, routes.updateUser, async ({ params, body, ...actor }) => {
    const user = await users.update({ ...body, id: params.id }, actor);
    announce({ account: params.id });
    return user;
  });

  serve(app, routes.deleteUser, async ({ params, ...actor }) => {
    await users.delete(params.id, actor);
    announce({ account: params.id });
    return {};
  });

  serveLocks(app, needs);
  serveCredentials(app, needs);
  serveTokens(app, needs);
}
