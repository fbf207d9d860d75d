import { Suspense, useState } from 'react';
import { IconMail, IconRefresh, IconSend } from '@tabler/icons-react';
import {
  countUnitsAgain,
  exportBilledUnitRows,
  exportBilledUnits,
  sendBilledUnits,
} from '#schemas/billing/routes.ts';
import { FileMenu } from '#web/kernel/download/FileMenu.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { formatDayOfUtc } from '#web/lib/zoned/format-utc.ts';
import { ownZone } from '#web/lib/zoned/local-time.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { unitHeading } from './billing-columns.tsx';
import { billingTouches, periodQuery, useBillingMail } from './billing-queries.ts';
import { useBillingSearch } from './billing-search.ts';
import { useBillingTexts } from './texts/en.ts';

const BillingMailDialog = lazyOverlay(() => import('./BillingMailDialog.tsx'), 'BillingMailDialog');

interface Props {
  readonly from: string;
  readonly to: string;
}

/** Sends the units of the period after a confirmation that names the recipients. */
function SendNow({ from, to }: Props) {
  const text = useBillingTexts();
  const language = useLanguage();
  const [isConfirming, setConfirming] = useState(false);
  const { data: mail } = useBillingMail(useSession().everyCustomer);
  const missing = useDisabledReason(sendBilledUnits);
  const { run } = useRouteAction(sendBilledUnits, { touches: billingTouches });
  const recipients = [...new Set([...(mail?.recipients ?? []), ...(mail?.attached ?? [])])];
  const unaddressed = mail !== undefined && recipients.length === 0 ? text('noRecipients') : undefined;
  return (
    <>
      <Button
        icon={<IconSend size={15} />}
        disabledReason={missing ?? unaddressed}
        onClick={() => setConfirming(true)}
      >
        {text('send')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={text('sendTitle')}
        consequence={text('sendConsequence', {
          from: formatDayOfUtc(from, language),
          to: formatDayOfUtc(to, language),
          recipients: recipients.join(', '),
        })}
        action={text('sendAction')}
        kind="primary"
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          run({ body: { from, to } }, { done: text('sent') });
        }}
      />
    </>
  );
}

/** Exports the units of the period as shown. */
function ExportUnits({ from, to }: Props) {
  const text = useBillingTexts();
  const { search } = useBillingSearch();
  const query = periodQuery({ from, to, customer: search.customer });
  return (
    <FileMenu
      label={text('export')}
      csv={{ route: exportBilledUnits, options: (dialect) => ({ query: { ...query, dialect } }) }}
      xlsx={{
        route: exportBilledUnitRows,
        options: () => ({ query }),
        workbook: () => ({
          name: `units-${from}-${to}`,
          title: text('title'),
          timeZone: ownZone(),
          facts: [[text('period'), from, to]],
          heading: (column) => unitHeading(column, text),
        }),
      }}
    />
  );
}

/** What can be done with the units of a period. */
export function BillingActions({ from, to }: Props) {
  const text = useBillingTexts();
  const { search, change } = useBillingSearch();
  const session = useSession();
  const { data: mail } = useBillingMail(session.everyCustomer);
  const { run: count } = useRouteAction(countUnitsAgain, { touches: billingTouches });
  const cannotCount = useDisabledReason(countUnitsAgain);
  return (
    <>
      <ExportUnits from={from} to={to} />
      <Button
        icon={<IconRefresh size={15} />}
        disabledReason={cannotCount}
        onClick={() => count({}, { done: text('counting') })}
      >
        {text('countAgain')}
      </Button>
      {session.everyCustomer && (
        <Button icon={<IconMail size={15} />} onClick={() => change({ mail: true })}>
          {text('mail')}
        </Button>
      )}
      <SendNow from={from} to={to} />
      {search.mail && mail !== undefined && (
        <Suspense fallback={null}>
          <BillingMailDialog stored={mail} onClose={() => change({ mail: false })} />
        </Suspense>
      )}
    </>
  );
}
