import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { HOUR_S, DAY_S } from '#schemas/time/duration.ts';

const INSERT_ROWS = 1_000_000;
const SITES = 100;
const APPLICATIONS = 200;

interface CustomerTraffic {
  readonly customer: number;
  readonly flows: number;
}

/**
 * Rows as collectors write them: of a hundred sites with an exporter and two hundred hosts each, half of the flows with a data centre, a third
 * with the internet, in both directions. Few applications have most of the flows. Clients have ports of their own.
 */
const rowsSql = (
  { customer, flows }: CustomerTraffic,
  { from, rows }: { from: number; rows: number },
  end: number,
) => `
INSERT INTO flows (customer, site, exporter, received, first, last, in_interface, out_interface, source_site, destination_site, source,
  destination, source_port, destination_port, application, protocol, dscp, bytes, packets)
SELECT customer, site, 1000 + site, at + 20, at, at, if(out, 1, 2), if(out, 2, 1), if(out, site, remote), if(out, remote, site),
  if(out, host, peer), if(out, peer, host), if(out, client_port, server_port), if(out, server_port, client_port),
  bitShiftLeft(toUInt64(3), 32) + app, if(app % 5 = 0, 17, 6), app % 3 * 23, 40 + bitShiftRight(h, 44) % 100000, 1 + h % 100
FROM (
  SELECT toUInt32(${String(customer)}) AS customer, cityHash64(number) AS h, toUInt32(1 + h % ${String(SITES)}) AS site,
    bitShiftRight(h, 8) % 2 = 0 AS out, bitShiftRight(h, 9) % 10 AS kind,
    toUInt32(multiIf(kind < 5, 1, kind < 8, 0, 1 + bitShiftRight(h, 13) % ${String(SITES)})) AS remote,
    toUInt32(pow((bitShiftRight(h, 20) % 4096) / 4096, 3) * ${String(APPLICATIONS)}) AS app,
    toUInt16(1 + app * 7) AS server_port, toUInt16(32768 + bitShiftRight(h, 32) % 28000) AS client_port,
    toIPv6(IPv4NumToString(toUInt32(167772160 + site * 65536 + pow((bitShiftRight(h, 36) % 1024) / 1024, 2) * 200))) AS host,
    toIPv6(IPv4NumToString(toUInt32(if(kind < 5, 167837696 + app % 50,
      if(kind < 8, 3323068416 + pow((bitShiftRight(h, 40) % 65536) / 65536, 3) * 20000, 167772160 + remote * 65536 + h % 200))))) AS peer,
    toDateTime64(${String(end - DAY_S)} + number / ${String(flows)} * ${String(DAY_S - 1)}, 3, 'UTC') AS at
  FROM numbers(${String(from)}, ${String(rows)}))`;

/** Fills the flows of a day unless the store has them, and returns the end of the day, in seconds. */
export async function fillTraffic(
  clickhouse: ClickHouse,
  customers: readonly CustomerTraffic[],
): Promise<number> {
  const stored = await clickhouse.query<{ customer: number; flows: number; newest: number }>(
    'SELECT customer, toFloat64(count()) AS flows, toFloat64(toUnixTimestamp(max(last))) AS newest FROM flows GROUP BY customer',
  );
  const isFilled = customers.every(({ customer, flows }) =>
    stored.some((each) => each.customer === customer && each.flows === flows),
  );
  const newest = Math.max(...stored.map((each) => each.newest));
  if (isFilled) return Math.ceil((newest + 1) / HOUR_S) * HOUR_S;
  if (stored.length > 0) throw new Error('BENCH_DATA has other flows');
  const end = Math.floor(systemClock.now().getTime() / 1_000 / HOUR_S) * HOUR_S;
  for (const each of customers)
    for (let from = 0; from < each.flows; from += INSERT_ROWS)
      await clickhouse.command(rowsSql(each, { from, rows: Math.min(INSERT_ROWS, each.flows - from) }, end));
  return end;
}
