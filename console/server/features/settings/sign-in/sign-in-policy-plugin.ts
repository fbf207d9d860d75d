import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '#schemas/audit/fields.ts';
import {
  readSignInPolicy,
  SIGN_IN_SETTING,
  updateSignInPolicy,
} from '#schemas/settings/sign-in/sign-in-policy.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { readPolicy } from '../../../kernel/password/read-policy.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { updateSetting } from '../../../kernel/setting/update-setting.ts';
import { transact } from '../../../shared/repository/transact.ts';

export interface SignInPolicyNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

/** The password and lockout policy in the sign-in rules. */
export function signInPolicyPlugin(app: FastifyInstance, needs: SignInPolicyNeeds): void {
  serve(app, readSignInPolicy, () => readPolicy(needs.db));

  serve(app, updateSignInPolicy, async ({ body, ...actor }) => {
    await transact(needs, actor, {}, async ({ tx }) => {
      const before = fieldsOf(await readPolicy(tx));
      const after = fieldsOf(body);
      await updateSetting(tx, actor.audit, { name: SIGN_IN_SETTING, value: body, before, after });
    });
    return {};
  });
}
