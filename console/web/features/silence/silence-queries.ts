import { useQuery } from '@tanstack/react-query';
import { listSilencePeriods } from '#schemas/silence/period-routes.ts';
import {
  createProviderSilence,
  createSilence,
  updateProviderSilence,
  updateSilence,
  expireProviderSilence,
  expireSilence,
  listSilences,
  readSilence,
  type SilenceEntry,
} from '#schemas/silence/routes.ts';
import type { SilenceDraft } from '#schemas/silence/silence.ts';
import { call } from '#web/kernel/api/call.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';

/** The state of silences changes with time. */
const REFRESH_MS = 30_000;

interface SilenceToSave {
  readonly draft: SilenceDraft;
  /** The edited silence; undefined for a new one. */
  readonly edited: SilenceEntry | undefined;
  readonly everyCustomer: boolean;
}

export function saveSilence(
  customerId: number,
  { draft, edited, everyCustomer }: SilenceToSave,
): Promise<SilenceEntry> {
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

export const endSilence = (customerId: number, { id, customer }: SilenceEntry): Promise<SilenceEntry> =>
  customer === null
    ? call(expireProviderSilence, { params: { silence: id } })
    : call(expireSilence, { params: { customerId, silence: id } });

/** The silences of a customer. */
export const useSilences = (customerId: number, over: boolean) =>
  useQuery({
    ...routeQuery(listSilences, { params: { customerId }, query: { over: over ? 'true' : 'false' } }),
    refetchInterval: REFRESH_MS,
  });

/** What a write to silences changes: also those of the map, which are read by name. */
export const silenceTouches = [listSilences, readSilence, listSilencePeriods, ['silences-at']];
