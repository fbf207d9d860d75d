import { useQuery } from '@tanstack/react-query';
import { runReasonText } from '#schemas/scheduling/run-reason.ts';
import {
  listReportMails,
  revokeReportMail,
  type ReportMail,
} from '#schemas/scheduling/report-mail-routes.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { MailRecipients } from '#web/kernel/notification/MailRecipients.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { msOf } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useReportTexts } from '../texts/en.ts';

interface Props {
  readonly report: number;
  readonly customer: number;
}

/** A mail continues by itself. */
const REFRESH_MS = 5_000;

function SentMail({ report, customer, mail }: Props & { readonly mail: ReportMail }) {
  const text = useReportTexts();
  const language = useLanguage() === 'fr' ? 'fr' : 'en';
  const disabledReason = useDisabledReason(revokeReportMail);
  const { run: revoke } = useRouteAction(revokeReportMail, { touches: [listReportMails] });
  const params = { customerId: customer, resourceId: report, runId: mail.run };
  const { state, progress, format } = mail;
  return (
    <li className="tt-sent-mail">
      <Time at={msOf(mail.createdAt)} /> <span className="tt-muted">{text(`download_${format}`)}</span>
      {state === 'rendering' && <p className="tt-muted">{text('mailRendering', progress)}</p>}
      {mail.reason !== null && <p>{runReasonText(mail.reason, language)}</p>}
      {state !== 'failed' && <MailRecipients recipients={mail.recipients} />}
      {mail.isLinked && mail.isRevoked && <p className="tt-muted">{text('mailLinkRevoked')}</p>}
      {mail.isLinked && !mail.isRevoked && (
        <p>
          <span className="tt-muted">
            {text('mailLinkUntil')} <Time at={msOf(mail.expiresAt)} as="time" />
          </span>{' '}
          <Button
            disabledReason={disabledReason}
            onClick={() => revoke({ params }, { done: text('mailLinkRevoked') })}
          >
            {text('revokeMailLink')}
          </Button>
        </p>
      )}
    </li>
  );
}

/** Mails with a report that the user has sent, and what became of them. */
export function SentMails({ report, customer }: Props) {
  const text = useReportTexts();
  const language = useLanguage();
  const query = useQuery({
    ...routeQuery(listReportMails, { params: { customerId: customer, resourceId: report } }),
    refetchInterval: REFRESH_MS,
  });
  const mails = query.data?.mails;
  if (mails?.length === 0) return null;
  return (
    <div>
      <h3>{text('sentMails')}</h3>
      <Panel label={text('sentMails')} state={panelStateOf(query, language)}>
        <ul className="tt-sent-mails">
          {mails?.map((mail) => (
            <SentMail key={mail.id} report={report} customer={customer} mail={mail} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}
