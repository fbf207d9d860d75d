import { Link } from '@tanstack/react-router';
import { listUnknownExporters } from '#schemas/collector/unknown-exporter.ts';
import type { InventoryRows } from '#schemas/inventory/list/routes.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useUnclaimedExporters } from './inventory-queries.ts';
import { orphanText } from './inventory-columns.tsx';
import { useInventoryTexts } from './texts/en.ts';

/** Addresses that the sentence names; the page of the collectors has all. */
const NAMED = 3;

/** Exporters that send flows and belong to no device, for those who may see them: they belong to no customer either. */
function Unclaimed() {
  const text = useInventoryTexts();
  const { data } = useUnclaimedExporters();
  const addresses = [...new Set(data?.exporters.map(({ address }) => address))];
  const count = addresses.length;
  const named = [...addresses.slice(0, NAMED), ...(count > NAMED ? ['…'] : [])].join(', ');
  return (
    <Link to="/mt/monitoring-collect" search={{ tab: 'unknown' }}>
      {count === 0 ? text('unknownExporters') : text('unclaimed', { count, addresses: named })}
    </Link>
  );
}

export interface OrphansHintProps {
  readonly kind: InventoryKind;
  /** How many of those found are orphans for each reason. */
  readonly orphans: NonNullable<InventoryRows['orphans']>;
}

/** What an orphan is, why those found are some, and which exporters are outside the inventory. */
export function OrphansHint({ kind, orphans }: OrphansHintProps) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const { modules } = useSession();
  const mayRead = useMissingPermission(listUnknownExporters) === undefined;
  return (
    <Banner tone="info">
      <div>{text('orphansHint')}</div>
      {orphans.map(({ reason, count }) => (
        <div key={reason}>
          {text('orphanCount', {
            reason: orphanText(text, kind, reason),
            number: formatNumber(count, language),
          })}
        </div>
      ))}
      {mayRead && modules.includes('collector') && <Unclaimed />}
    </Banner>
  );
}
