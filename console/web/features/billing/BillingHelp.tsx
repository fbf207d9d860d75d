import type { ContractedUnits } from '#schemas/billing/service.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useBillingTexts } from './texts/en.ts';

/** Which billing applies, and how units are counted. */
export function BillingHelp({ contract }: { readonly contract: ContractedUnits | null }) {
  const text = useBillingTexts();
  return (
    <details className="tt-billing-help">
      <summary>
        <Tag tone="plain">{text(contract === null ? 'billing_default' : 'billing_contract')}</Tag>{' '}
        {text('help')}
      </summary>
      <p>{text('helpUnits')}</p>
      <p>{text('helpDefault')}</p>
      <p>{text('helpContract')}</p>
    </details>
  );
}
