import { now } from '#web/lib/clock.ts';
import { CountPill } from '#web/ui/severity/CountPill.tsx';
import { FreshnessMark } from '#web/ui/freshness/FreshnessMark.tsx';
import { Figure } from '#web/ui/layout/Figure.tsx';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import type { Status } from '#web/ui/severity/severity.ts';
import { useGalleryTexts } from './texts/en.ts';
import { useState } from 'react';

const statuses: readonly Status[] = ['critical', 'major', 'minor', 'ok', 'unknown', 'silenced'];

export function StatusSection() {
  const text = useGalleryTexts();
  const [opened] = useState(now);
  return (
    <>
      <div className="tt-gallery-line">
        {statuses.map((status) => (
          <SeverityBadge key={status} status={status} />
        ))}
      </div>
      <div className="tt-gallery-line">
        {statuses.map((status) => (
          <SeverityBadge key={status} short status={status} />
        ))}
      </div>
      <div className="tt-gallery-line">
        <CountPill status="critical" count={12} />
        <CountPill status="major" count={1_204} />
        <CountPill status="minor" count={3} />
        <CountPill status="critical" count={0} />
        <FreshnessMark freshness={{ is: 'live', since: opened }} times={{ at: opened }} />
        <FreshnessMark freshness={{ is: 'delayed', since: opened }} times={{ at: opened }} />
        <FreshnessMark freshness={{ is: 'stale', since: opened }} times={{ at: opened }} />
        <FreshnessMark freshness={{ is: 'history' }} times={undefined} />
        <FreshnessMark freshness={{ is: 'waiting' }} times={undefined} />
        <FreshnessMark freshness={{ is: 'connecting' }} times={undefined} />
        <FreshnessMark freshness={{ is: 'offline' }} times={undefined} />
        <Figure value={1_204} label={text('figure')} />
      </div>
    </>
  );
}
