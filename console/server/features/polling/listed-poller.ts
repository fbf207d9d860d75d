import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import type { BuiltInPoller } from '#schemas/polling/built-in.ts';
import { isBuiltInCounter } from '#schemas/polling/poller.ts';
import type { ListedPoller } from '#schemas/polling/routes.ts';
import type { PollerRow } from './polling-repository.ts';

/** A defined poller as the list shows it. `counterIds` are those of the defined counters. */
export const listedDefinedPoller = (
  row: PollerRow,
  counterIds: ReadonlyMap<string, number>,
): ListedPoller => ({
  id: String(row.id),
  builtIn: false,
  name: row.name,
  active: row.active,
  level: row.level,
  oid: row.oid,
  script: row.script,
  valueType: row.value_type,
  defaultValue: row.default_value,
  incremental: row.incremental,
  counters: row.counters.map((key) => ({
    key,
    id: isBuiltInCounter(key) ? counters[key as CounterKey].id : (counterIds.get(key) ?? 0),
  })),
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by,
});

/** A built-in poller as the list shows it. */
export const listedBuiltInPoller = (
  { key, ...poller }: BuiltInPoller,
  deactivation: { readonly at: Date; readonly by: string | null } | undefined,
): ListedPoller => ({
  ...poller,
  id: key,
  builtIn: true,
  active: deactivation === undefined,
  counters: poller.counters.map((name) => ({ key: name, id: counters[name as CounterKey].id })),
  version: null,
  updatedAt: deactivation?.at.toISOString() ?? null,
  updatedBy: deactivation?.by ?? null,
});
