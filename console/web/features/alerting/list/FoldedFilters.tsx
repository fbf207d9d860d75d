import { IconBellOff, IconStack2, IconUser, IconUserCheck } from '@tabler/icons-react';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useAlertSearch } from '../alert-search.ts';
import { assigneeFilters } from '../assignment/assignee.ts';
import type { HandlingFilter } from '../handling/handling.ts';
import { useAlertingTexts } from '../texts/en.ts';
import { useAlertingPartTexts } from '../parts/texts/en.ts';
import { groupings } from './group-alarms.ts';

interface Props {
  /** Counts of acknowledged and silenced alarms; undefined until loaded. */
  readonly handled: Readonly<Record<keyof HandlingFilter, number>> | undefined;
}

/** Shows or hides acknowledged and silenced alarms. */
function HandledFilter({ handled }: Props) {
  const partText = useAlertingPartTexts();
  const language = useLanguage();
  const { search, change } = useAlertSearch();
  const count = (is: keyof HandlingFilter): string =>
    handled === undefined ? '–' : formatNumber(handled[is], language);
  return (
    <div className="tt-segment" role="group" aria-label={partText('handledFilter')}>
      <button
        type="button"
        aria-pressed={search.acknowledged}
        onClick={() => change({ acknowledged: !search.acknowledged })}
      >
        <IconUserCheck size={14} />
        {partText('shownAcknowledged')}
        <span className="tt-muted">{count('acknowledged')}</span>
      </button>
      <button
        type="button"
        aria-pressed={search.silenced}
        onClick={() => change({ silenced: !search.silenced })}
      >
        <IconBellOff size={14} />
        {partText('shownSilenced')}
        <span className="tt-muted">{count('silenced')}</span>
      </button>
    </div>
  );
}

/** Groups the alarms. */
function GroupMenu() {
  const text = useAlertingTexts();
  const partText = useAlertingPartTexts();
  const { search, change } = useAlertSearch();
  const { group } = search;
  const items = [undefined, ...groupings].map((each): MenuItem => ({
    is: 'action',
    label: partText(`group-${each ?? 'none'}`),
    chosen: each === group,
    run: () => change({ group: each }, true),
  }));
  const label = text('groupBy', { by: partText(`group-${group ?? 'none'}`) });
  return (
    <Menu
      items={items}
      target={
        <Button pressed={group !== undefined} icon={<IconStack2 size={15} />}>
          {label}
        </Button>
      }
    />
  );
}

/** Shows the alarms of every assignee, of the user, or of no one. */
function AssigneeMenu() {
  const text = useAlertingTexts();
  const { search, change } = useAlertSearch();
  const { assigned } = search;
  const items = [undefined, ...assigneeFilters].map((each): MenuItem => ({
    is: 'action',
    label: text(`assignee-${each ?? 'any'}`),
    chosen: each === assigned,
    run: () => change({ assigned: each }),
  }));
  return (
    <Menu
      items={items}
      target={
        <Button pressed={assigned !== undefined} icon={<IconUser size={15} />}>
          {text('assigneeIs', { who: text(`assignee-${assigned ?? 'any'}`) })}
        </Button>
      }
    />
  );
}

/** The filters that a button unfolds: their code loads with the first click on it. */
export const FoldedFilters = ({ handled }: Props) => (
  <>
    <HandledFilter handled={handled} />
    <GroupMenu />
    <AssigneeMenu />
  </>
);
