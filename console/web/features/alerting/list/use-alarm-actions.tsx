import { useCallback, useMemo } from 'react';
import { useNavigate } from '@tanstack/react-router';
import {
  IconBellOff,
  IconClock,
  IconCurrentLocation,
  IconUserCheck,
  IconUserPlus,
  IconUserX,
} from '@tabler/icons-react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useUnacknowledge } from '../handling/use-unacknowledge.ts';
import type { Expiry } from '../handling/handling.ts';
import { useHandlingDisabledReason } from '../handling/use-handling-disabled-reason.ts';
import { useAlertingTexts } from '../texts/en.ts';

/** As the contract `createSilence` says, which the page of alarms would carry for this alone. */
const silencing = { needs: 'ALERT.write', method: 'POST' } as const;

interface Options {
  readonly customerId: number;
  readonly onLocate: (site: number) => void;
  readonly onAcknowledge: (alarm: AlarmRow, expiry?: Expiry) => void;
  readonly onAssign: (alarms: readonly AlarmRow[]) => void;
}

type Text = ReturnType<typeof useAlertingTexts>;

interface Reasons {
  /** Why alarms cannot be acknowledged or assigned. */
  readonly handling: string | undefined;
  readonly silence: string | undefined;
}

/** Acknowledging is the primary one. */
const otherActions = (
  alarm: AlarmRow,
  text: Text,
  {
    reasons,
    onLocate,
    onAcknowledge,
    onAssign,
    onSilence,
  }: Omit<Options, 'customerId'> & {
    readonly reasons: Reasons;
    readonly onSilence: (alarm: AlarmRow) => void;
  },
): readonly MenuItem[] => [
  {
    is: 'action',
    label: text(alarm.acknowledged === undefined ? 'acknowledgeHour' : 'acknowledgeChange'),
    icon: <IconClock size={15} />,
    keys: 'S',
    disabledReason: reasons.handling,
    run: () => onAcknowledge(alarm, '1h'),
  },
  {
    is: 'action',
    label: text('assignIt'),
    icon: <IconUserPlus size={15} />,
    keys: 'I',
    disabledReason: reasons.handling,
    run: () => onAssign([alarm]),
  },
  {
    is: 'action',
    label: text('silenceIt'),
    icon: <IconBellOff size={15} />,
    disabledReason: reasons.silence,
    run: () => onSilence(alarm),
  },
  {
    is: 'action',
    label: text('locate', { site: alarm.siteName }),
    icon: <IconCurrentLocation size={15} />,
    keys: 'L',
    run: () => onLocate(alarm.site),
  },
];

function useSilencing(customerId: number) {
  const navigate = useNavigate();
  return useCallback(
    ({ alarm, site, element }: AlarmRow) =>
      void navigate({ to: '/alert/silence', search: { customer: customerId, alarm, site, element } }),
    [navigate, customerId],
  );
}

/** What an operator does with an alarm, in the last column. */
export function useAlarmActions(options: Options): Column<AlarmRow> {
  const { customerId, onLocate, onAcknowledge, onAssign } = options;
  const text = useAlertingTexts();
  const handling = useHandlingDisabledReason();
  const silence = useDisabledReason(silencing);
  const onSilence = useSilencing(customerId);
  const unacknowledge = useUnacknowledge(customerId);
  return useMemo(() => {
    const needs = { reasons: { handling, silence }, onLocate, onAcknowledge, onAssign, onSilence };
    return rowActionsColumn<AlarmRow>({
      header: text('actions'),
      nameOf: ({ name, elementName }) => text('alarmOnElement', { alarm: name, element: elementName }),
      disabledReasonOf: () => undefined,
      primaryOf: (alarm) => {
        const named = { alarm: alarm.name, element: alarm.elementName };
        return alarm.acknowledged === undefined
          ? {
              label: text('acknowledgeOne', named),
              icon: <IconUserCheck size={15} />,
              keys: 'A',
              disabledReason: handling,
              run: () => onAcknowledge(alarm),
            }
          : {
              label: text('unacknowledgeOne', named),
              icon: <IconUserX size={15} />,
              disabledReason: handling,
              run: () => unacknowledge(alarm),
            };
      },
      actions: (alarm) => otherActions(alarm, text, needs),
    });
  }, [text, handling, silence, unacknowledge, onLocate, onAcknowledge, onAssign, onSilence]);
}
