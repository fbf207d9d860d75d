import { useState } from 'react';
import { IconChevronLeft, IconChevronRight, IconClock, IconZoomReset } from '@tabler/icons-react';
import { Button } from '../button/Button.tsx';
import { IconButton } from '../button/IconButton.tsx';
import { Menu } from '../menu/Menu.tsx';
import type { MenuItem } from '../menu/menu-item.ts';
import { PeriodDialog, type BoundsChoice, type PeriodBounds } from './PeriodDialog.tsx';
import { PeriodZone, type ShownZone } from './PeriodZone.tsx';
import { usePeriodTexts } from './texts/en.ts';

interface OfferedPeriod {
  readonly words: string;
  readonly isChosen?: boolean;
  readonly choose: () => void;
}

interface Props extends ShownZone {
  /** The period that is shown, in words. */
  readonly words: string;
  /** Its start and end when a custom one is opened, in seconds since 1970. */
  readonly bounds: () => PeriodBounds;
  /** Groups of periods, with a line between them. */
  readonly offered: readonly (readonly OfferedPeriod[])[];
  readonly custom: BoundsChoice;
  /** Moves the period by its length; without `later` it is the latest one. */
  readonly move?: { readonly earlier: () => void; readonly later: (() => void) | undefined };
  /** Shows the period of the page again; absent: it is the one that is shown. */
  readonly onReset?: (() => void) | undefined;
}

/** Choice of a period: one that is offered or a custom one, earlier and later, with the zone of its times. */
export function PeriodPicker({ words, bounds, offered, custom, move, onReset, ...zone }: Props) {
  const text = usePeriodTexts();
  const [opened, setOpened] = useState<PeriodBounds>();
  const items: readonly MenuItem[] = [
    ...offered.flatMap((group, index): readonly MenuItem[] => [
      ...group.map(({ words: label, isChosen, choose }): MenuItem => ({
        is: 'action',
        label,
        ...(isChosen !== undefined && { chosen: isChosen }),
        run: choose,
      })),
      { is: 'line', id: String(index) },
    ]),
    { is: 'action', label: `${text('custom')} …`, run: () => setOpened(bounds()) },
  ];
  return (
    <div className="tt-period" role="group" aria-label={text('period')}>
      {move !== undefined && (
        <IconButton label={text('earlier')} icon={<IconChevronLeft size={16} />} onClick={move.earlier} />
      )}
      <Menu target={<Button icon={<IconClock size={15} />}>{words}</Button>} items={items} />
      {move !== undefined && (
        <IconButton
          label={text('later')}
          icon={<IconChevronRight size={16} />}
          disabledReason={move.later === undefined ? text('isLatest') : undefined}
          onClick={() => move.later?.()}
        />
      )}
      {onReset !== undefined && (
        <IconButton label={text('reset')} icon={<IconZoomReset size={16} />} onClick={onReset} />
      )}
      <PeriodZone {...zone} />
      {opened !== undefined && (
        <PeriodDialog {...zone} {...custom} bounds={opened} onClose={() => setOpened(undefined)} />
      )}
    </div>
  );
}
