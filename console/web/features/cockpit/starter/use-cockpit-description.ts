import { useCallback } from 'react';
import type { CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useStarterTexts } from './texts/en.ts';

/** Returns the description of a cockpit; that of the product is in the user's language until a user describes it. */
export function useCockpitDescription(): (
  cockpit: Pick<CockpitSummary, 'description' | 'isStarter'>,
) => string {
  const text = useStarterTexts();
  const shown = useBuiltInName('cockpit description');
  return useCallback(
    ({ description, isStarter }) =>
      isStarter === true && description === '' ? text('description') : shown(description),
    [text, shown],
  );
}
