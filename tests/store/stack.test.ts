import { afterAll, describe, expect, it } from 'vitest';
import { openStack } from './stack.ts';

describe('the stores of a test file', async () => {
  const [stack, other] = await Promise.all([openStack(), openStack()]);
  afterAll(async () => {
    await Promise.all([stack.close(), other.close()]);
  });

  it('contain the tables of the product', async () => {
    expect(await stack.clickhouse.query('SELECT count() AS rows FROM flows')).toEqual([{ rows: 0 }]);
    expect(await stack.db.selectFrom('customer').selectAll().execute()).toEqual([]);
    expect((await stack.bus.streamState('FLOWS')).messages).toBe(0);
  });

  it('are separate from those of other files', async () => {
    await stack.db.insertInto('customer_profile').values({ name: 'gold' }).execute();
    await stack.clickhouse.command('CREATE TABLE mine (a UInt8) ENGINE = MergeTree ORDER BY a');
    await stack.bus.publisher().publish({ subject: 'flows.0', data: new Uint8Array(1) });
    expect(
      await other.db.selectFrom('customer_profile').selectAll().where('name', '=', 'gold').execute(),
    ).toEqual([]);
    expect(
      await other.clickhouse.query(
        "SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'mine'",
      ),
    ).toEqual([]);
    expect((await other.bus.streamState('FLOWS')).messages).toBe(0);
  });
});
