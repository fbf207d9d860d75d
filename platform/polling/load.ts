import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import { isBuiltInCounter, type ActivePoller, type PollingConfiguration } from '#schemas/polling/poller.ts';
import { isColumnProcedure, procedureIn, type ColumnProcedure } from '#schemas/polling/procedure.ts';
import { watchConfig, type LiveValue, type LiveConfigNeeds } from '../live-config/watch-config.ts';
import { stampedReading } from '../live-config/stamped-reading.ts';
import type { Db } from '../postgres/postgres.ts';

/** Loads the numbers of custom counters by key. */
async function definedCounters(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('polled_counter').select(['id', 'key']).execute();
  return new Map(rows.map(({ id, key }) => [key, id]));
}

function procedureOf(script: string | null): ColumnProcedure | undefined {
  const name = script === null ? undefined : procedureIn(script);
  return name !== undefined && isColumnProcedure(name) ? name : undefined;
}

/** Loads the polling configuration. A poller with an unknown script or counter (written by a newer version) is left out. */
export async function loadPolling(db: Db): Promise<PollingConfiguration> {
  const rows = await db.selectFrom('poller').selectAll().where('active', '=', true).orderBy('id').execute();
  const defined = await definedCounters(db);
  const off = await db.selectFrom('deactivated_poller').select('key').orderBy('key').execute();
  return {
    deactivated: off.map(({ key }) => key),
    pollers: rows.flatMap((row): readonly ActivePoller[] => {
      const [key = ''] = row.counters;
      const counter = isBuiltInCounter(key) ? counters[key as CounterKey].id : defined.get(key);
      const procedure = procedureOf(row.script);
      if (counter === undefined || (row.script !== null && procedure === undefined)) return [];
      return [
        {
          id: row.id,
          name: row.name,
          level: row.level,
          oid: row.oid,
          procedure,
          valueType: row.value_type,
          defaultValue: row.default_value,
          incremental: row.incremental,
          counter,
        },
      ];
    }),
  };
}

/** The live polling configuration. */
export const watchPolling = (
  needs: LiveConfigNeeds & { readonly db: Db },
): Promise<LiveValue<PollingConfiguration>> =>
  watchConfig(needs, {
    entity: 'polling',
    ...stampedReading(needs.db, loadPolling),
    same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  });
