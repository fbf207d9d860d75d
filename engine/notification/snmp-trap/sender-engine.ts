import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { engineSetting, SenderEngineSetting } from '#schemas/settings/snmp/trap-receiver.ts';

/** The SNMP engine that is authoritative for our v3 traps (RFC 3414 §1.5.1). */
export interface SenderEngine {
  /** snmpEngineID, hexadecimal: receivers create the user for it. */
  readonly id: string;
  /** snmpEngineBoots: increases with each start of the process. */
  readonly boots: number;
  /** snmpEngineTime: seconds since then. */
  readonly seconds: () => number;
}

/** RFC 3411 §5: the enterprise number with the first bit set (Net-SNMP's, as the playpen is), then 5 for octets of our choice. */
const PREFIX = '80001f8805';
const OWN_OCTETS = 12;

/** Increments the boots at each start: a receiver rejects a trap with older boots and time as a replay. */
export async function startSenderEngine(
  { db, clock, ids }: { readonly db: Db; readonly clock: Clock; readonly ids: IdSource },
  process: string,
): Promise<SenderEngine> {
  const name = engineSetting(process);
  const digest = createHash('sha256').update(ids.bytes(32)).digest('hex');
  const fresh = { id: PREFIX + digest.slice(0, 2 * OWN_OCTETS), boots: 0 };
  const { id, boots } = await db.transaction().execute(async (change) => {
    await change
      .insertInto('setting')
      .values({ name, value: JSON.stringify(fresh) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const { value } = await change
      .selectFrom('setting')
      .select('value')
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const known = SenderEngineSetting.parse(z.json().parse(value));
    const next = { ...known, boots: known.boots + 1 };
    await change
      .updateTable('setting')
      .set({ value: JSON.stringify(next) })
      .where('name', '=', name)
      .execute();
    return next;
  });
  const startMs = clock.now().getTime();
  return { id, boots, seconds: () => Math.floor((clock.now().getTime() - startMs) / 1_000) };
}
