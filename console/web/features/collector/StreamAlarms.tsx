import type { ReactNode } from 'react';
import type { RejectionCause } from '#schemas/health/stream-rejection.ts';
import type { StreamFill } from '#schemas/health/stream-fill.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { useCollectorTexts } from './texts/en.ts';
import { useStreams } from './collector-queries.ts';

/** What is said about lost rows, by cause. */
const losses = {
  full: 'streamLoses',
  unreachable: 'streamUnreachable',
  disk: 'streamWithoutDisk',
} as const satisfies Record<RejectionCause, string>;

/** Streams that are full or nearly full, as banners above the page: their messages may be lost. */
export function StreamAlarms() {
  const text = useCollectorTexts();
  const language = useLanguage();
  const { everyCustomer } = useSession();
  const { data } = useStreams(everyCustomer);
  const number = (value: number): string => formatNumber(value, language);
  const sentence = ({ stream, level, discard, dropped, alarm }: StreamFill): ReactNode => {
    if (alarm?.isActive === true) {
      const facts = {
        stream,
        rejected: number(alarm.rejected),
        processes: alarm.processes.join(', '),
      };
      const words = (since: string): string =>
        alarm.dropped === 0
          ? text('streamRefuses', { ...facts, since })
          : text(losses[alarm.cause], { ...facts, since, dropped: number(alarm.dropped) });
      return <TimeIn as="time" sentence={words} at={alarm.since} />;
    }
    if (level !== 'critical') return undefined;
    return discard === 'new'
      ? text('streamCritical', { stream })
      : text('streamDrops', { stream, dropped: number(dropped) });
  };
  return (data?.streams ?? []).flatMap((fill) => {
    const warning = sentence(fill);
    if (warning === undefined) return [];
    return [
      <Banner key={fill.stream} tone={fill.alarm?.isActive === true ? 'bad' : 'warning'}>
        {warning}
      </Banner>,
    ];
  });
}
