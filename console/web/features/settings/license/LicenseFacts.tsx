import { billingServices, type Units } from '#schemas/billing/service.ts';
import type { StoredLicense } from '#schemas/settings/license/routes.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatDayOfUtc } from '#web/lib/zoned/format-utc.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useLicenseTexts } from './texts/en.ts';

/** What the stored license says. */
export function LicenseFacts({ content }: Pick<StoredLicense, 'content'>) {
  const text = useLicenseTexts();
  const language = useLanguage();
  const { organization, notBefore, expires, emails, units } = content;
  return (
    <section aria-label={text('content')}>
      <h2>{text('content')}</h2>
      <Facts
        facts={[
          [text('organization'), organization],
          [text('validFrom'), formatDayOfUtc(notBefore, language)],
          [text('expires'), formatDayOfUtc(expires, language)],
          [text('emails'), emails.length === 0 ? text('noEmails') : emails.join(', ')],
          [text('billing'), text(units === null ? 'billing_default' : 'billing_contract')],
        ]}
      />
    </section>
  );
}

interface UsageProps {
  readonly usage: { readonly day: string; readonly units: Units } | null;
  readonly stored: StoredLicense | null;
}

/** Units of the last day that was counted, against the contract. */
export function LicenseUsage({ usage, stored }: UsageProps) {
  const text = useLicenseTexts();
  const language = useLanguage();
  if (usage === null) return <p className="tt-muted">{text('usageNone')}</p>;
  const title = text('usage', { day: formatDayOfUtc(usage.day, language) });
  const contract = stored?.content.units;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <table className="tt-license-usage" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{text('service')}</th>
            <th scope="col">{text('units')}</th>
            <th scope="col">{text('contracted')}</th>
          </tr>
        </thead>
        <tbody>
          {billingServices.map((service) => {
            const units = usage.units[service];
            const contracted = contract?.[service];
            const shown = formatNumber(units, language);
            const isExceeded = contracted !== undefined && units > contracted;
            return (
              <tr key={service}>
                <th scope="row">{text(service)}</th>
                <td>{isExceeded ? <Tag tone="warning">{shown}</Tag> : shown}</td>
                <td>{contracted === undefined ? text('unlimited') : formatNumber(contracted, language)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
