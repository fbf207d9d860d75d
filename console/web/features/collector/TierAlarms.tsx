import type { TierDown } from '#schemas/health/tier.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useTiers } from './collector-queries.ts';
import { useCollectorTexts } from './texts/en.ts';

/** Processes and stores that do not respond, tables that cannot be read, and a disk without space, as banners above the page. */
export function TierAlarms() {
  const text = useCollectorTexts();
  const { everyCustomer } = useSession();
  const { data } = useTiers(everyCustomer);
  const names: Readonly<Record<string, string>> = {
    clickhouse: 'ClickHouse',
    postgres: 'PostgreSQL',
    nats: 'NATS',
    engine: text('tierEngine'),
    writer: text('tierWriter'),
  };
  const sentence =
    ({ tier, tables = [] }: TierDown) =>
    (since: string): string =>
      tables.length > 0
        ? text('tierTables', { count: tables.length, tables: tables.join(', '), since })
        : text(tier === 'disk' ? 'tierDisk' : 'tierDown', { tier: names[tier] ?? tier, since });
  return (data?.tiers ?? []).map((down) => (
    <Banner key={down.tier} tone="bad">
      <TimeIn as="time" sentence={sentence(down)} at={down.since} />
    </Banner>
  ));
}
