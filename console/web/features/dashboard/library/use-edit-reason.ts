import { useNavigate } from '@tanstack/react-router';
import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useDashboardTexts } from '../texts/en.ts';

/** Why the user cannot change a document here. */
export function useEditReason(): (
  document: Pick<DocumentSummary, 'edit' | 'reachesOthers'>,
) => string | undefined {
  const { api } = useDocumentPlace();
  const text = useDashboardTexts();
  const resource = useResourceTexts();
  const disabledReason = useDisabledReason(api.writing);
  const reachReason = useReachReason();
  return (document) => {
    const { edit } = document;
    if (api.customerId === undefined)
      return (
        disabledReason ??
        reachReason(document) ??
        (edit === 'multi-client' ? undefined : resource('notYours'))
      );
    if (edit === 'multi-client') return text('elsewhere');
    return disabledReason ?? (edit === 'here' ? undefined : resource('notYours'));
  };
}

/** Edits a shared document where it is, in the multi-client space, with the data of the customer in whose space it was read. */
export function useEditElsewhere(): (document: Pick<DocumentSummary, 'resource'>) => void {
  const navigate = useNavigate();
  const { api } = useDocumentPlace();
  const { kind, customerId } = api;
  return ({ resource }) =>
    void navigate({ to: `/mt/${kind}`, search: { open: resource, for: customerId, edit: true } });
}
