import { useMemo } from 'react';
import type { DiscoveryRun } from '#schemas/discovery/routes.ts';
import type { UnansweredDevice, UnansweredReason } from '#schemas/discovery/run.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { DialogTable } from '#web/ui/table/DialogTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useProvisioningTexts, type en } from '../texts/en.ts';
import { progressText } from './discovery-columns.tsx';

type Text = Translate<typeof en>;

const reasons = {
  silent: 'unanswered_silent',
  'another device': 'unanswered_another',
  responds: 'unanswered_responds',
  rejected: 'unanswered_rejected',
  'never answered': 'unanswered_never',
  'not asked': 'unanswered_unqueried',
} as const satisfies Record<UnansweredReason, keyof typeof en>;

/** The reason, and for how many runs, where that counts. */
function reasonText({ reason, runs }: UnansweredDevice, text: Text): string {
  const said = text(reasons[reason]);
  return runs < 2 ? said : `${said} (${text('unansweredRuns', { count: runs })})`;
}

const columnsOf = (text: Text): readonly Column<UnansweredDevice>[] => [
  {
    ...textColumn<UnansweredDevice>('device', text('found_device'), ({ name }) => name),
    width: 180,
    grow: 1,
    fixed: true,
    card: { line: 1 },
  },
  {
    ...textColumn<UnansweredDevice>('address', text('fact_address'), ({ address }) => address),
    width: 140,
    card: { line: 1, end: true },
  },
  {
    ...textColumn<UnansweredDevice>('reason', text('unansweredReason'), (one) => reasonText(one, text)),
    width: 260,
    grow: 2,
    card: { line: 2 },
  },
];

const deviceId = ({ element }: UnansweredDevice): string => String(element);
const deviceName = ({ name }: UnansweredDevice): string => name;

/** Where a discovery has looked, with what, how far it is, and which devices of the inventory it has not found there. */
export function DiscoveryOutcome({ run }: { readonly run: DiscoveryRun }) {
  const text = useProvisioningTexts();
  const language = useLanguage();
  const columns = useMemo(() => columnsOf(text), [text]);
  const { ranges, credentials, fault, unanswered } = run;
  return (
    <>
      {fault !== null && <Banner tone="bad">{fault.message}</Banner>}
      <div className="tt-provisioning-facts">
        <Facts
          facts={[
            [text('ranges'), ranges.join(', ')],
            [text('tried'), credentials.join(', ')],
            [text('addresses'), progressText(run, text, language)],
          ]}
        />
      </div>
      {unanswered.length > 0 && (
        <section className="tt-provisioning-details" aria-label={text('unanswered')}>
          <h3>{text('unanswered')}</h3>
          <DialogTable rows={unanswered.length}>
            <DataTable
              name="unanswered"
              label={text('unanswered')}
              rows={unanswered}
              columns={columns}
              rowId={deviceId}
              rowName={deviceName}
            />
          </DialogTable>
        </section>
      )}
    </>
  );
}
