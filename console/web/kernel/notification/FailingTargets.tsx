import { Link } from '@tanstack/react-router';
import { hasFailedLong } from '#schemas/notification/target-health.ts';
import { useNow } from '#web/lib/clock.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useTargetHealth } from './target-health-queries.ts';
import { useNotificationTexts } from './texts/en.ts';

/** Targets that have failed for longer than 15 minutes, as a banner above the page. Nothing for users who may read none. */
export function FailingTargets() {
  const text = useNotificationTexts();
  const now = useNow();
  const { targets } = useTargetHealth();
  const failing = targets.filter((target) => hasFailedLong(target, now));
  if (failing.length === 0) return null;
  const names = failing.map(({ name }) => name).join(', ');
  return (
    <Banner tone="bad">
      {text('failing', { count: failing.length, names })}{' '}
      <Link to="/mt/settings" search={{ tab: 'targets' }}>
        {text('show')}
      </Link>
    </Banner>
  );
}
