import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import { variableFaults as reportVariableFaults } from '#schemas/report/parameters.ts';
import { mailbox, missingAddresses } from '#schemas/scheduling/recipients.ts';
import type { ReportAttachment, SchedulingDraft } from '#schemas/scheduling/scheduling.ts';
import type { AlarmSelection } from '#schemas/scheduling/trigger.ts';
import { schedulingTextFaults } from '#schemas/scheduling/variables.ts';
import { audienceOf, type Audience } from '../../kernel/access/audience.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { rejectFaults } from '../../shared/repository/reject-faults.ts';
import { readReports, type ReadableReport } from '../../shared/report/readable-report.ts';
import type { SchedulingReader } from './stored-scheduling.ts';

export interface DraftNeeds {
  readonly inventory: InventoryCache;
  /** Which alarms an audience sees. */
  readonly visibility: {
    of(audience: Audience): { shows(alarm: number): boolean; hides(alarm: number): boolean };
  };
}

/** The variables that a report no longer has, or needs, and its items that are no more. */
export function attachmentFaults(
  { variables, dashlets, format }: Pick<ReportAttachment, 'variables' | 'dashlets' | 'format'>,
  document: NonNullable<ReadableReport['document']>,
): readonly string[] {
  const items = new Set(document.pages.flatMap((page) => page.items.map(({ id }) => id)));
  return [
    ...reportVariableFaults(document, { variables }).map(({ variable }) => variable),
    ...(format === 'csv' ? dashlets.filter((id) => !items.has(id)) : []),
  ];
}

function faultsOfAttachments(
  attachments: readonly ReportAttachment[],
  reports: ReadonlyMap<number, ReadableReport>,
): readonly Fault[] {
  return attachments.flatMap((attachment, index): readonly Fault[] => {
    const document = reports.get(attachment.report)?.document;
    const path = `attachments.${String(index)}`;
    if (document === undefined) return [{ path: `${path}.report`, code: 'REPORT_UNAVAILABLE' }];
    return attachmentFaults(attachment, document).length === 0
      ? []
      : [{ path: `${path}.variables`, code: 'SCHEDULING_VARIABLES_INVALID' }];
  });
}

/** Whether a caller sees an alarm. */
export const seesAlarm = (
  { visibility }: Pick<DraftNeeds, 'visibility'>,
  caller: Caller,
): ((alarm: number) => boolean) => {
  const audience = audienceOf(caller);
  const visible = visibility.of(audience);
  return (alarm) => visible.shows(alarm) || (audience === 'privileged' && visible.hides(alarm));
};

/** Alarms and sites that the caller does not see: their names must not be found out by selecting them. */
function selectionFaults(
  needs: DraftNeeds,
  { alarms, sites }: AlarmSelection,
  { caller, customer }: SchedulingReader,
): readonly Fault[] {
  if (!caller.permissions.has('ALERT.read')) return [{ path: 'trigger.kind', code: 'FORBIDDEN' }];
  const seen = sitesSeenBy(caller, customer);
  const stored = needs.inventory.current.sites;
  const isSite = (id: number): boolean => stored.get(id)?.customer === customer && seen?.has(id) !== false;
  const isAlarm = seesAlarm(needs, caller);
  const unknown =
    (path: string) =>
    (id: number): readonly Fault[] => [{ path, code: 'OBJECT_UNKNOWN', params: { id } }];
  return [
    ...alarms.filter((id) => !isAlarm(id)).flatMap(unknown('trigger.alarms')),
    ...sites.filter((id) => !isSite(id)).flatMap(unknown('trigger.sites')),
  ];
}

/** Only users of every customer set or remove recipients that customers cannot remove. */
function recipientFaults(
  { recipients, required }: Pick<SchedulingDraft, 'recipients' | 'required'>,
  before: readonly string[],
  { allCustomers }: Pick<Caller, 'allCustomers'>,
): readonly Fault[] {
  const fixed = (path: string, addresses: readonly string[]): readonly Fault[] =>
    addresses.map((address) => ({ path, code: 'RECIPIENT_FIXED', params: { address } }));
  const left = fixed('recipients', missingAddresses(required, recipients));
  if (allCustomers) return left;
  const taken = missingAddresses(before, recipients);
  const known = new Set(taken.map(mailbox));
  const changed = [...missingAddresses(before, required), ...missingAddresses(required, before)];
  return [
    ...fixed('recipients', taken),
    ...fixed(
      'required',
      changed.filter((address) => !known.has(mailbox(address))),
    ),
  ];
}

/** Throws what is wrong with a draft: by its texts, its reports, its selection of alarms, its recipients. */
export async function rejectDraft(
  needs: DraftNeeds & { readonly tx: Tx },
  draft: SchedulingDraft,
  { before = [], ...reader }: SchedulingReader & { readonly before?: readonly string[] },
): Promise<void> {
  const ids = draft.attachments.map(({ report }) => report);
  rejectFaults([
    ...schedulingTextFaults(draft, draft.trigger),
    ...recipientFaults(draft, before, reader.caller),
    ...(draft.trigger.kind === 'alarm' ? selectionFaults(needs, draft.trigger, reader) : []),
    ...faultsOfAttachments(draft.attachments, await readReports(needs.tx, ids, reader)),
  ]);
}
