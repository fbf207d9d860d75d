import { Suspense, useState } from 'react';
import { IconClipboardText, IconMail } from '@tabler/icons-react';
import { listIncidents } from '#schemas/alerting/incident/incident.ts';
import { readHandover } from '#schemas/alerting/occurrences.ts';
import { sendHandover } from '#schemas/alerting/handover-mail-routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { ExportOccurrences } from './ExportOccurrences.tsx';
import { handoverText } from './handover-text.ts';
import { listRequestOf, type OccurrenceSelection } from './use-occurrences.ts';
import { useOccurrenceTexts } from './texts/en.ts';

interface Props {
  readonly filter: OccurrenceSelection;
  readonly isFiltered: boolean;
}

const handoverQuery = (filter: OccurrenceSelection) => routeQuery(readHandover, listRequestOf(filter));

const incidentQuery = ({ customerId, from, to }: OccurrenceSelection) =>
  routeQuery(listIncidents, { params: { customerId }, query: { from, to } });

const MailHandoverDialog = lazyOverlay(() => import('./MailHandoverDialog.tsx'), 'MailHandoverDialog');

/** Copies the summary for the next shift, or mails it. */
function HandoverSummary({ filter, isFiltered }: Props) {
  const text = useOccurrenceTexts();
  const severityName = useUiTexts();
  const language = useLanguage();
  const { customers } = useSession();
  const cache = useQueryCache();
  const customer = customers.find(({ id }) => id === filter.customerId)?.name ?? '';
  // Read before the click: browsers let a page write to the clipboard only for a moment after it.
  const prepare = () => {
    void cache.fetch(handoverQuery(filter)).catch(() => undefined);
    if (!isFiltered) void cache.fetch(incidentQuery(filter)).catch(() => undefined);
  };
  const summarize = async (): Promise<string> => {
    const staleTime = Number.POSITIVE_INFINITY;
    const [handover, incidents] = await Promise.all([
      cache.fetch({ ...handoverQuery(filter), staleTime }),
      isFiltered ? undefined : cache.fetch({ ...incidentQuery(filter), staleTime }),
    ]);
    return handoverText(
      { ...handover, customer, period: filter, isFiltered, ...(incidents && { incidents }) },
      { text, severityName, language },
    );
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await summarize());
      showToast({ text: text('handoverCopied') });
    } catch (error) {
      const cause = error instanceof DOMException ? text('copyFailed') : sentenceOf(error, language);
      showToast({ text: cause, tone: 'bad' });
    }
  };
  const [mailed, setMailed] = useState<string>();
  const mail = () =>
    summarize().then(setMailed, (error: unknown) =>
      showToast({ text: sentenceOf(error, language), tone: 'bad' }),
    );
  return (
    <span className="tt-handover" onPointerEnter={prepare} onFocusCapture={prepare}>
      <Button icon={<IconClipboardText size={15} />} onClick={() => void copy()}>
        {text('copyHandover')}
      </Button>
      <Button
        icon={<IconMail size={15} />}
        disabledReason={useDisabledReason(sendHandover)}
        onClick={() => void mail()}
      >
        {text('mailHandover')}
      </Button>
      {mailed !== undefined && (
        <Suspense fallback={null}>
          <MailHandoverDialog
            customerId={filter.customerId}
            summary={mailed}
            onClose={() => setMailed(undefined)}
          />
        </Suspense>
      )}
    </span>
  );
}

/** What leaves the page: the alarms as a file, and the summary for the next shift. */
export function TakeAway(props: Props) {
  return (
    <>
      <HandoverSummary {...props} />
      <ExportOccurrences filter={props.filter} />
    </>
  );
}
