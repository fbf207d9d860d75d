import { useNavigate } from '@tanstack/react-router';
import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { useDocumentPlace } from '../document-page.ts';

/** Edits a shared document where it is, in the multi-client space, with the data of the customer in whose space it was read. */
export function useEditElsewhere(): (document: Pick<DocumentSummary, 'resource'>) => void {
  const navigate = useNavigate();
  const { api } = useDocumentPlace();
  const { kind, customerId } = api;
  return ({ resource }) =>
    void navigate({ to: `/mt/${kind}`, search: { open: resource, for: customerId, edit: true } });
}
