import { describe, expect, it } from 'vitest';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { accountOf, matrixServerOfFile, guarded, named, send } from './matrix-server.ts';
import { targetOf } from './targets.ts';
import { casesOfGate } from '#tests/gate/at-night.ts';

const ofCustomer = guarded.filter(({ scope }) => scope === 'customer');
const UNKNOWN_CUSTOMER = 2_000_000_000;

const matrix = matrixServerOfFile();

describe('a route of a customer', () => {
  it.each(named(ofCustomer))('%s treats a foreign customer as a missing one', async (_, route) => {
    const page = await matrix().someoneRejected([route.needs as Permission]);
    const reported = async (customer: number) => {
      const response = await matrix().call(page, route, customer);
      const { code, title, status, params, errors } = response.json() as Record<string, unknown>;
      return { statusCode: response.statusCode, code, title, status, params, errors };
    };
    expect(await reported(matrix().foreign)).toEqual(await reported(UNKNOWN_CUSTOMER));
    expect(await reported(matrix().foreign)).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
  });

  it.each(named(ofCustomer))('%s returns 404 for an impossible customer id', async (_, route) => {
    const page = await matrix().someoneRejected([route.needs as Permission]);
    for (const id of casesOfGate(['0', '-1', '1.5', 'acme', `${String(matrix().own)}%20OR%201=1`, '1e400'])) {
      const url = matrix()
        .urlOf(route, matrix().own)
        .replace(`/customers/${String(matrix().own)}/`, `/customers/${id}/`);
      expect([id, (await send(page, route, url)).statusCode]).toEqual([id, 404]);
    }
  });

  it.each(casesOfGate(named(ofCustomer)))(
    '%s is open through the profile of the customer as well',
    async (_, route) => {
      const page = await matrix().someone([route.needs as Permission], []);
      expect((await matrix().call(page, route)).statusCode).toBe(404);
      const { db } = matrix().server.stack;
      const account = await accountOf(page);
      const customer = await db
        .selectFrom('customer')
        .select('profile_id')
        .where('id', '=', matrix().own)
        .executeTakeFirstOrThrow();
      await db
        .insertInto('account_profile')
        .values({ account_id: account, profile_id: customer.profile_id })
        .execute();
      await matrix().server.clock.leap(60_000);
      // 400 where the route requires more than the customer, or for a body: a foreign customer gets 404 before that.
      const target = await targetOf(matrix().server, route, account);
      expect([200, 400]).toContain((await matrix().call(page, route, matrix().own, target)).statusCode);
    },
  );
});
