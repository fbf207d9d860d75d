import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addProviderSilence,
  addSilence,
  changeProviderSilence,
  changeSilence,
  endProviderSilence,
  endSilence,
  readSilences,
} from '#schemas/silence/routes.ts';
import type { SilenceEntry } from '#schemas/silence/routes.ts';
import type { SilenceDraft } from '#schemas/silence/silence.ts';
import { call } from '#web/kernel/api/call.ts';

/** Silences change by themselves as time passes: read again once in a while. */
const AGAIN_MS = 30_000;

interface Saving {
  readonly draft: SilenceDraft;
  /** The one that is changed; undefined for a new one. */
  readonly of: SilenceEntry | undefined;
  readonly everybody: boolean;
}

function save(customerId: number, { draft, of, everybody }: Saving): Promise<SilenceEntry> {
  if (of === undefined)
    return everybody
      ? call(addProviderSilence, { body: draft })
      : call(addSilence, { params: { customerId }, body: draft });
  const body = { silence: draft, version: of.version };
  return of.customer === null
    ? call(changeProviderSilence, { params: { silence: of.id }, body })
    : call(changeSilence, { params: { customerId, silence: of.id }, body });
}

const end = (customerId: number, { id, customer }: SilenceEntry): Promise<SilenceEntry> =>
  customer === null
    ? call(endProviderSilence, { params: { silence: id } })
    : call(endSilence, { params: { customerId, silence: id } });

/** The silences of a customer, and what can be done with them. */
export function useSilences(customerId: number, over: boolean) {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: ['silences', customerId, over],
    queryFn: ({ signal }) =>
      call(readSilences, { params: { customerId }, query: { over: over ? 'true' : 'false' }, signal }),
    refetchInterval: AGAIN_MS,
  });
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['silences', customerId] });
  return {
    list,
    saving: useMutation({ mutationFn: (given: Saving) => save(customerId, given), onSuccess }),
    ending: useMutation({ mutationFn: (entry: SilenceEntry) => end(customerId, entry), onSuccess }),
  };
}
