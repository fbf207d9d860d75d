import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createProviderSilence,
  createSilence,
  updateProviderSilence,
  updateSilence,
  expireProviderSilence,
  expireSilence,
  listSilences,
} from '#schemas/silence/routes.ts';
import type { SilenceEntry } from '#schemas/silence/routes.ts';
import type { SilenceDraft } from '#schemas/silence/silence.ts';
import { call } from '#web/kernel/api/call.ts';

/** The state of silences changes with time. */
const REFRESH_MS = 30_000;

interface SilenceToSave {
  readonly draft: SilenceDraft;
  /** The edited silence; undefined for a new one. */
  readonly edited: SilenceEntry | undefined;
  readonly everyCustomer: boolean;
}

function save(customerId: number, { draft, edited, everyCustomer }: SilenceToSave): Promise<SilenceEntry> {
  if (edited === undefined)
    return everyCustomer
      ? call(createProviderSilence, { body: draft })
      : call(createSilence, { params: { customerId }, body: draft });
  const { maintenance = false } = draft;
  const body = { silence: { ...draft, maintenance }, version: edited.version };
  return edited.customer === null
    ? call(updateProviderSilence, { params: { silence: edited.id }, body })
    : call(updateSilence, { params: { customerId, silence: edited.id }, body });
}

const expire = (customerId: number, { id, customer }: SilenceEntry): Promise<SilenceEntry> =>
  customer === null
    ? call(expireProviderSilence, { params: { silence: id } })
    : call(expireSilence, { params: { customerId, silence: id } });

/** The silences of a customer, with the calls to save and end them. */
export function useSilences(customerId: number, over: boolean) {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: ['silences', customerId, over],
    queryFn: ({ signal }) =>
      call(listSilences, { params: { customerId }, query: { over: over ? 'true' : 'false' }, signal }),
    refetchInterval: REFRESH_MS,
  });
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['silences', customerId] });
  return {
    list,
    saving: useMutation({ mutationFn: (given: SilenceToSave) => save(customerId, given), onSuccess }),
    ending: useMutation({ mutationFn: (entry: SilenceEntry) => expire(customerId, entry), onSuccess }),
  };
}
