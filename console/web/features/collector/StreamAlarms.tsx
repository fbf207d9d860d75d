import type { StreamFill } from '#schemas/health/stream-fill.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { formatDateTime, formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useCollectorTexts } from './use-collector-texts.ts';
import { useStreams } from './collector-queries.ts';

/** What is wrong with the streams at the moment, above everything else: what comes in is not stored. */
export function StreamAlarms() {
  const text = useCollectorTexts();
  const language = useLanguage();
  const { everyCustomer } = useSession();
  const { data } = useStreams(everyCustomer);
  const number = (value: number): string => formatNumber(value, language);
  const sentence = ({ stream, level, discard, dropped, alarm }: StreamFill): string | undefined => {
    if (alarm?.isActive === true) {
      const facts = {
        stream,
        since: formatDateTime(alarm.since, language),
        refused: number(alarm.refused),
        processes: alarm.processes.join(', '),
      };
      return alarm.dropped === 0
        ? text('streamRefuses', facts)
        : text('streamLoses', { ...facts, dropped: number(alarm.dropped) });
    }
    if (level !== 'critical') return undefined;
    return discard === 'new'
      ? text('streamCritical', { stream })
      : text('streamGivesUp', { stream, dropped: number(dropped) });
  };
  return (data?.streams ?? []).flatMap((fill) => {
    const said = sentence(fill);
    if (said === undefined) return [];
    return [
      <Banner key={fill.stream} tone={fill.alarm?.isActive === true ? 'bad' : 'warning'}>
        {said}
      </Banner>,
    ];
  });
}
