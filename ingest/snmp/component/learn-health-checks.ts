import { counters } from '#schemas/counter/catalogue.ts';
import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import { numericValue, type SnmpValue } from '../agent/value.ts';
import type { Cell } from '../cell.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { thousandthsIn } from '../sensor/scaled-value.ts';
import type { LearnedComponent } from './component.ts';
import { healthCheckObjects, readHealthChecks } from './health-checks.ts';
import { readNamed, type NamedValues } from './read-named.ts';

/** fgVWLHealthCheckLinkState. */
const ALIVE = 0;
const DEAD = 1;

const decimal = (value: SnmpValue | undefined): number | undefined =>
  value?.type === 'octets' ? thousandthsIn(value.value) : undefined;

/** A dead member has no latency and jitter: the device keeps reporting the last ones, or 0. */
export function healthCheckCells({ values, read }: NamedValues): readonly Cell[] {
  const state = numericValue(values['state']);
  if (state !== ALIVE && state !== DEAD) return [];
  const alive = state === ALIVE;
  const figures = {
    tunnel_up: Number(alive),
    tunnel_latency: alive ? decimal(values['latency']) : undefined,
    tunnel_jitter: alive ? decimal(values['jitter']) : undefined,
    tunnel_loss: decimal(values['loss']),
  };
  return Object.entries(figures).flatMap(([key, value]) =>
    value === undefined || value < 0
      ? []
      : [{ counter: counters[key as keyof typeof figures].id, value: BigInt(value), read }],
  );
}

/** Locates the inventory's health checks on the device. Undefined if the agent stopped responding. */
export async function learnHealthCheckElements(
  context: RequestContext,
  entries: readonly ComponentEntry[],
): Promise<readonly LearnedComponent[] | undefined> {
  if (entries.length === 0) return [];
  const checks = await readHealthChecks(context);
  if (checks === undefined) return undefined;
  const byKey = new Map(checks.map((check) => [check.key, check]));
  return entries.flatMap(({ id, key }): readonly LearnedComponent[] => {
    const check = byKey.get(key);
    if (check === undefined) return [];
    const objects = healthCheckObjects(check);
    return [
      {
        id,
        oids: Object.values(objects),
        read: (values) => healthCheckCells(readNamed(objects, values)),
      },
    ];
  });
}
