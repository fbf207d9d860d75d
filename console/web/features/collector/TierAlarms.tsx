import type { TierDown } from '#schemas/health/tier.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useTiers } from './collector-queries.ts';
import { useCollectorTexts } from './use-collector-texts.ts';

/** Processes and stores that do not respond, and a disk without space, as banners above the page. */
export function TierAlarms() {
  const text = useCollectorTexts();
  const language = useLanguage();
  const { everyCustomer } = useSession();
  const { data } = useTiers(everyCustomer);
  const names: Readonly<Record<string, string>> = {
    clickhouse: 'ClickHouse',
    postgres: 'PostgreSQL',
    nats: 'NATS',
    engine: text('tierEngine'),
    writer: text('tierWriter'),
  };
  const sentence = ({ tier, since }: TierDown): string => {
    const facts = { tier: names[tier] ?? tier, since: formatDateTime(since, language) };
    return tier === 'disk' ? text('tierDisk', facts) : text('tierDown', facts);
  };
  return (data?.tiers ?? []).map((down) => (
    <Banner key={down.tier} tone="bad">
      {sentence(down)}
    </Banner>
  ));
}
