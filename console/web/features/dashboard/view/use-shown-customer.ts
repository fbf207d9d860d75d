import { useSession } from '#web/kernel/session/session.ts';
import { useDocumentPlace } from '../document-page.ts';

/** The customer whose data a document shows: in the multi-client space the one that the user selects. */
export function useShownCustomer(): number | undefined {
  const { api, search } = useDocumentPlace();
  const { customers } = useSession();
  return api.customerId ?? search.for ?? customers[0]?.id;
}
