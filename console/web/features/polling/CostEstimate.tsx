import { estimatedCost } from '#schemas/polling/cost.ts';
import { readsRows, type PollerReading } from '#schemas/polling/poller.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { usePollerUses } from './polling-queries.ts';
import { usePollingTexts } from './texts/en.ts';

interface Props {
  readonly reading: PollerReading | undefined;
  /** Rows that a test read. */
  readonly rows: number | undefined;
}

/** What a poller would cost on all devices. */
export function CostEstimate({ reading, rows = 1 }: Props) {
  const text = usePollingTexts();
  const language = useLanguage();
  const { data } = usePollerUses();
  if (reading === undefined || data === undefined) return null;
  const walks = reading.level === 'device' && readsRows(reading);
  const { objects, requests } = estimatedCost({ level: reading.level, walks, rows }, data);
  const figures = {
    devices: formatNumber(data.devices, language),
    objects: formatNumber(objects, language),
    requests: formatNumber(Math.ceil(requests), language),
    rows: formatNumber(rows, language),
  };
  return <p className="tt-muted tt-caption">{text(walks ? 'estimateRows' : 'estimate', figures)}</p>;
}
