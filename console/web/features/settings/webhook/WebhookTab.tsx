import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  listWebhookDeliveries,
  deleteWebhook,
  updateWebhook,
  testWebhook,
  listWebhooks,
  type ListedWebhook,
} from '#schemas/settings/webhook/routes.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { call } from '#web/kernel/api/call.ts';
import { MiddleEllipsis } from '#web/ui/text/MiddleEllipsis.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { ScrollRegion } from '#web/ui/layout/ScrollRegion.tsx';
import { DeliveryList } from '../target/DeliveryList.tsx';
import { draftOfTarget } from '../target/notification-target.ts';
import { targetColumns } from '../target/target-columns.tsx';
import { TargetDetails } from '../target/TargetDetails.tsx';
import { TargetTab } from '../target/TargetTab.tsx';
import { type FilterChoices, noChoices, useFilterText } from '../target/use-filter-text.ts';
import { useSettingsSearch } from '../settings-search.ts';
import { useSettingsTexts } from '../texts/en.ts';
import { WebhookFormDialog } from './WebhookFormDialog.tsx';

const none: readonly ListedWebhook[] = [];
const searchedText = ({ name, url }: ListedWebhook): string => `${name} ${url}`;

function useColumns(choices: FilterChoices): readonly Column<ListedWebhook>[] {
  const text = useSettingsTexts();
  const filterText = useFilterText(choices);
  return useMemo(() => {
    const url: Column<ListedWebhook> = {
      id: 'url',
      header: text('url'),
      value: (row) => row.url,
      cell: (row) => <MiddleEllipsis text={row.url} />,
      width: 220,
      grow: 2,
    };
    const trigger = {
      ...textColumn<ListedWebhook>('trigger', text('trigger'), (row) => text(`trigger-${row.trigger}`)),
      width: 190,
      grow: 0.4,
    };
    const what = {
      ...textColumn<ListedWebhook>('what', text('whichAlarms'), filterText),
      width: 150,
    };
    return targetColumns([url, what, trigger], text);
  }, [text, filterText]);
}

interface DetailsProps {
  readonly webhook: ListedWebhook;
  readonly choices: FilterChoices;
}

function Details({ webhook, choices }: DetailsProps) {
  const text = useSettingsTexts();
  const filterText = useFilterText(choices);
  const { id, url, headers, payload, trigger, allowInsecure, includeRestricted, notifyPlatformEvents } =
    webhook;
  const names = headers.map(({ name }) => name).join(', ');
  return (
    <TargetDetails
      target={webhook}
      kind="webhooks"
      writing={updateWebhook}
      testLabel={text('testWebhook')}
      test={() => call(testWebhook, { body: { webhook: draftOfTarget(webhook), id } })}
      remove={(removed) => call(deleteWebhook, { params: { id: removed } })}
      facts={[
        [
          text('url'),
          <span key="url" className="tt-mono">
            {url}
          </span>,
        ],
        [text('trigger'), text(`trigger-${trigger}`)],
        [text('whichAlarms'), filterText(webhook)],
        [text('headers'), names === '' ? '–' : names],
        [text('allowInsecure'), text(allowInsecure ? 'yes' : 'no')],
        [text('includeRestricted'), text(includeRestricted ? 'yes' : 'no')],
        [text('notifyPlatformEvents'), text(notifyPlatformEvents ? 'yes' : 'no')],
        [
          text('payload'),
          <ScrollRegion key="payload" as="pre" className="tt-fact-code" label={text('payload')}>
            {payload.template === '' ? '–' : payload.template}
          </ScrollRegion>,
        ],
      ]}
    >
      <DeliveryList id={id} route={listWebhookDeliveries} />
    </TargetDetails>
  );
}

/** Webhooks: systems called when an alarm is raised or cleared. */
export function WebhookTab() {
  const text = useSettingsTexts();
  const { change } = useSettingsSearch();
  const query = useQuery(routeQuery(listWebhooks));
  const choices = query.data ?? noChoices;
  const close = () => change({ edit: undefined });
  return (
    <TargetTab
      words={{
        columns: 'webhooks',
        table: text('webhooks'),
        find: text('findWebhook'),
        add: text('addWebhook'),
        emptyTitle: text('noWebhook'),
        emptyHint: text('noWebhookHint'),
      }}
      writing={updateWebhook}
      query={query}
      rows={query.data?.webhooks ?? none}
      columns={useColumns(choices)}
      searchedText={searchedText}
      renderDetails={(webhook) => <Details webhook={webhook} choices={choices} />}
      renderForm={(webhook) => (
        <WebhookFormDialog key={webhook?.id ?? 'new'} webhook={webhook} choices={choices} onClose={close} />
      )}
    />
  );
}
