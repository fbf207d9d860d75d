import { componentName } from '#schemas/health/component-names.ts';
import { reasonText } from '#schemas/health/reason.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { useTrouble } from './collector-queries.ts';
import { useCollectorTexts } from './texts/en.ts';

/**
 * Processes, streams and stores that stand in the way of values, as banners above the page: in the words and with the severity of health
 * monitoring.
 */
export function PlatformTrouble() {
  const text = useCollectorTexts();
  const language = useLanguage();
  const { everyCustomer } = useSession();
  const { data } = useTrouble(everyCustomer);
  return (data?.components ?? []).map(({ id, state, reason: why, since }) => {
    const { reason, action } = reasonText(why, language);
    return (
      <Banner key={id} tone={state === 'critical' ? 'bad' : 'warning'}>
        <strong>{componentName(id, language)}</strong> – {reason}{' '}
        {since !== null && (
          <TimeIn as="time" sentence={(time) => text('troubleSince', { time })} at={since} />
        )}{' '}
        {action}
      </Banner>
    );
  });
}
