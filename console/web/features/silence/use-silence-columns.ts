import { useMemo } from 'react';
import { createSilence, type SilenceEntry } from '#schemas/silence/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useSession } from '#web/kernel/session/session.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { silenceColumns, type SilenceActions } from './silence-columns.tsx';
import { whatTexts, type SilenceNames } from './silence-text.ts';
import { useSilenceTexts } from './texts/en.ts';

/** The columns in the language of the page. */
export function useSilenceColumns(
  names: SilenceNames,
  { onEdit, onEnd }: Omit<SilenceActions, 'disabledReasonOf'>,
): readonly Column<SilenceEntry>[] {
  const text = useSilenceTexts();
  const resource = useResourceTexts();
  const ui = useUiTexts();
  const disabledReason = useDisabledReason(createSilence);
  const isProvider = useSession().scopes.includes('admin');
  return useMemo(() => {
    const what = ({ match, customer }: SilenceEntry): string => {
      const parts = whatTexts(match, names, (severity) => ui(severity));
      const concerned = parts.length === 0 ? text('everything') : parts.join(' · ');
      return customer === null ? `${concerned} (${text('everyCustomer')})` : concerned;
    };
    return silenceColumns({
      text,
      resource,
      texts: {
        what,
      },
      actions: {
        onEdit,
        onEnd,
        disabledReasonOf: ({ customer }) =>
          disabledReason ?? (customer === null && !isProvider ? text('ofProvider') : undefined),
      },
    });
  }, [names, onEdit, onEnd, text, resource, ui, disabledReason, isProvider]);
}
