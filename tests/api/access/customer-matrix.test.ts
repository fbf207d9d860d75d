import { describe, expect, it } from 'vitest';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { accountOf, askedServerOfFile, guarded, named, send } from './asked-server.ts';
import { targetOf } from './targets.ts';
import { casesOfGate } from '#tests/gate/at-night.ts';

const ofCustomer = guarded.filter(({ scope }) => scope === 'customer');
const UNKNOWN_CUSTOMER = 2_000_000_000;

const asked = askedServerOfFile();

describe('a route of a customer', () => {
  it.each(named(ofCustomer))('%s treats a foreign customer as a missing one', async (_, route) => {
    const page = await asked().someoneRejected([route.needs as Permission]);
    const reported = async (customer: number) => {
      const response = await asked().call(page, route, customer);
      const { code, title, status, params, errors } = response.json() as Record<string, unknown>;
      return { statusCode: response.statusCode, code, title, status, params, errors };
    };
    expect(await reported(asked().foreign)).toEqual(await reported(UNKNOWN_CUSTOMER));
    expect(await reported(asked().foreign)).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
  });

  it.each(named(ofCustomer))('%s returns 404 for an impossible customer id', async (_, route) => {
    const page = await asked().someoneRejected([route.needs as Permission]);
    for (const id of casesOfGate(['0', '-1', '1.5', 'acme', `${String(asked().own)}%20OR%201=1`, '1e400'])) {
      const url = asked()
        .urlOf(route, asked().own)
        .replace(`/customers/${String(asked().own)}/`, `/customers/${id}/`);
      expect([id, (await send(page, route, url)).statusCode]).toEqual([id, 404]);
    }
  });

  it.each(casesOfGate(named(ofCustomer)))(
    '%s is open through the profile of the customer as well',
    async (_, route) => {
      const page = await asked().someone([route.needs as Permission], []);
      expect((await asked().call(page, route)).statusCode).toBe(404);
      const { db } = asked().server.stack;
      const account = await accountOf(page);
      const customer = await db
        .selectFrom('customer')
        .select('profile_id')
        .where('id', '=', asked().own)
        .executeTakeFirstOrThrow();
      await db
        .insertInto('account_profile')
        .values({ account_id: account, profile_id: customer.profile_id })
        .execute();
      await asked().server.clock.leap(60_000);
      // 400 where the route asks for more than the customer, or for a body: a foreign customer answers 404 before that.
      const target = await targetOf(asked().server, route, account);
      expect([200, 400]).toContain((await asked().call(page, route, asked().own, target)).statusCode);
    },
  );
});
