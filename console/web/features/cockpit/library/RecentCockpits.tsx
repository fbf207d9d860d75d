import type { CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import { Time, TimesInTabOrder } from '#web/ui/text/Time.tsx';
import { useCockpitSearch } from '../cockpit-search.ts';
import { useCockpitTexts } from '../texts/en.ts';

const MAX_SHOWN = 5;

/** The cockpits that the user opened last, newest first. The row is reserved while they load. */
export function RecentCockpits({
  cockpits = [],
}: {
  readonly cockpits?: readonly CockpitSummary[] | undefined;
}) {
  const text = useCockpitTexts();
  const { open } = useCockpitSearch();
  const recent = cockpits
    .flatMap((cockpit) => (cockpit.openedAt === null ? [] : [{ ...cockpit, openedAt: cockpit.openedAt }]))
    .sort((one, other) => other.openedAt - one.openedAt)
    .slice(0, MAX_SHOWN);
  return (
    <nav className="tt-recent" aria-label={text('recent')}>
      <span className="tt-recent-title">{text('recent')}</span>
      {recent.length === 0 && <span className="tt-muted">{text('recentNone')}</span>}
      {recent.map(({ id, name, openedAt }) => (
        <button key={id} type="button" className="tt-recent-item" onClick={() => open(id)}>
          <span className="tt-ellipsis">{name}</span>
          <span className="tt-recent-age">
            <TimesInTabOrder value={false}>
              <Time at={openedAt} />
            </TimesInTabOrder>
          </span>
        </button>
      ))}
    </nav>
  );
}
