import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useStarterTexts } from './texts/en.ts';

/** What the cockpit of the first start is, and what to do with it. */
export function StarterNote({ cockpit }: { readonly cockpit: Cockpit | undefined }) {
  const text = useStarterTexts();
  if (cockpit?.isStarter !== true) return null;
  return (
    <Banner tone="info">
      {text('note')} {text(cockpit.status.active ? 'active' : 'inactive')}
    </Banner>
  );
}
