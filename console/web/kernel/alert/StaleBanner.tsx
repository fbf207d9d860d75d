import { formatShortTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { freshnessOf, oldestOf, type DataTimes } from '#web/ui/freshness/freshness.ts';
import { useStore } from '#web/lib/store.ts';
import { liveState } from '../socket/connection.ts';
import { useKernelTexts } from '../text/en.ts';

interface Props {
  /** Data of each customer on the page. */
  readonly of: readonly DataTimes[];
}

/** Reports that the data of the page is stale, and since when. Nothing while it is current. */
export function StaleBanner({ of }: Props) {
  const text = useKernelTexts();
  const language = useLanguage();
  const now = useNow();
  const connection = useStore(liveState);
  const stale = of.filter((times) => freshnessOf(times, { connection, now }).is === 'stale');
  const freshness = freshnessOf(oldestOf(stale, now), { connection, now });
  if (freshness.is !== 'stale') return null;
  const time = formatShortTime(freshness.since, now, language);
  return (
    <Banner tone="bad">
      {of.length === 1
        ? text('staleData', { time })
        : text('staleDataOf', { time, count: stale.length, total: of.length })}
    </Banner>
  );
}
