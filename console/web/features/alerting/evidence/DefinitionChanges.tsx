import { Link } from '@tanstack/react-router';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { DefinitionChange } from '#schemas/alerting/definition-change.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { Time } from '#web/ui/text/Time.tsx';
import { useChangeText } from './use-change-text.ts';
import { useEvidenceTexts } from './texts/en.ts';

/** Changes within a step that starts at a time, in seconds. */
export const changesInStep = (changes: readonly DefinitionChange[], start: number, seconds: number) =>
  changes.filter(({ at }) => at >= start * 1_000 && at < (start + seconds) * 1_000);

/** Newest first. */
const LISTED = 5;

/** What changed in the definition of an alarm, with a link to its versions for who may read them. Nothing without a change. */
export function DefinitionChanges({
  alarm,
  changes,
}: {
  readonly alarm: AlarmRow;
  readonly changes: readonly DefinitionChange[];
}) {
  const text = useEvidenceTexts();
  const changeText = useChangeText(alarm.kpi);
  const mayRead = usePermission('TEMPLATE.COCKPIT.read');
  const isProvider = useSession().scopes.includes('admin');
  if (changes.length === 0) return null;
  return (
    <section className="tt-definition-changes" aria-label={text('definitionChanges')}>
      <ul>
        {changes
          .slice(-LISTED)
          .reverse()
          .map((change) => (
            <li key={change.at}>
              <span className="tt-muted">
                <Time as="time" at={change.at} />
              </span>{' '}
              {changeText(change)}
            </li>
          ))}
      </ul>
      {mayRead && isProvider && (
        <Link to="/mt/cockpit" search={{ alarm: alarm.alarm, versions: true }}>
          {text('openVersions')}
        </Link>
      )}
    </section>
  );
}
