import { IconCircleCheck, IconCircleMinus, IconCircleX, IconRefresh } from '@tabler/icons-react';
import type { DeliveryState } from '#schemas/notification/delivery.ts';
import { useSettingsTexts } from '../texts/en.ts';

const signs = {
  delivered: IconCircleCheck,
  retrying: IconRefresh,
  dead: IconCircleX,
  dropped: IconCircleMinus,
} as const satisfies Record<DeliveryState, typeof IconCircleX>;

/** The state of a delivery as an icon and a word. */
export function DeliveryOutcome({ state }: { readonly state: DeliveryState }) {
  const text = useSettingsTexts();
  const Sign = signs[state];
  return (
    <span className="tt-outcome" data-is={state}>
      <Sign size={15} aria-hidden="true" />
      {text(`state-${state}`)}
    </span>
  );
}
