import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdApplications, loadApplications } from '#platform/application/load.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { silentLog } from '#platform/log/log.ts';
import { ApplicationAttributes } from '#schemas/application/definition.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { openStack } from './stack.ts';
import type { Stack } from './stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.close());

const attributes = ApplicationAttributes.parse({ ports: ['443'] });
const insert = (name: string, order: number) =>
  stack.db
    .insertInto('custom_application')
    .values({ name, sort_order: order, attributes: JSON.stringify(attributes) as never })
    .execute();

describe('the dictionary of custom applications', () => {
  it('is read whole; one that cannot be read is left out', async () => {
    await insert('Intranet', 1);
    await sql`INSERT INTO custom_application (name, sort_order, attributes) VALUES ('Broken', 2, '{"ports": ["http"]}')`.execute(
      stack.db,
    );
    const { applications, precedence } = await loadApplications(stack.db);
    expect(precedence).toBe('provider');
    expect(applications).toMatchObject([
      { name: 'Intranet', customer: undefined, order: 1, active: true, attributes },
    ]);
  });

  it('follows a change that is announced, and the setting that swaps the precedence', async () => {
    const ending = new AbortController();
    const { db, bus } = stack;
    const held = await holdApplications({
      db,
      bus,
      clock: systemClock,
      log: silentLog,
      signal: ending.signal,
    });
    const changed = new Promise((resolve) => {
      held.onChange(resolve);
    });
    await insert('Mail', 3);
    await db
      .insertInto('setting')
      .values({ name: 'application.precedence', value: JSON.stringify('customer') })
      .execute();
    await bus.flush();
    bus.publish(subjects.config('application'), '');
    await changed;
    expect(held.current.applications.map(({ name }) => name)).toEqual(['Intranet', 'Mail']);
    expect(held.current.precedence).toBe('customer');
    ending.abort();
  });
});
