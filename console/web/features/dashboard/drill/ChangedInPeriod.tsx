import { useNavigate } from '@tanstack/react-router';
import { IconArrowsDiff } from '@tabler/icons-react';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { useExplorer } from '#web/kernel/explore/ExploreLink.tsx';
import { now } from '#web/lib/clock.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { useDocumentPlace } from '../document-page.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { periodBounds, periodFrom } from '../view/period-text.ts';
import { useShownCustomer } from '../view/use-shown-customer.ts';

/** Opens what changed in the period that is shown, such as one that was marked in a chart. Nothing for users without flows. */
export function ChangedInPeriod({ entry }: { readonly entry: DocumentEntry }) {
  const text = useDashboardTexts();
  const { search } = useDocumentPlace();
  const customer = useShownCustomer();
  const navigate = useNavigate();
  if (!useExplorer() || customer === undefined) return null;
  const open = (): void => {
    const chosen = periodFrom(search.period) ?? entry.document.period;
    const { from, to } = periodBounds(chosen, Math.floor(now() / 1_000));
    void navigate({ to: '/explore/changed', search: { customer, from, to } });
  };
  return <IconButton label={text('whatChanged')} icon={<IconArrowsDiff size={16} />} onClick={open} />;
}
