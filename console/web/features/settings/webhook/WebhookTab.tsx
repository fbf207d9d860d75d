import { useCallback, useMemo, type ReactNode } from 'react';
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
import { useServiceTexts } from '../target/texts/en.ts';
import { WebhookFormDialog } from './WebhookFormDialog.tsx';

const none: readonly ListedWebhook[] = [];
const searchedText = ({ name, url, channel, service }: ListedWebhook): string =>
  [name, url, channel, service].join(' ');

/** Where messages go: an address, or a service with its channel. */
function useDestination(): (webhook: ListedWebhook) => string {
  const text = useServiceTexts();
  return useCallback(
    ({ service, url, channel }) => {
      if (service === 'custom') return url;
      return [text(`service-${service}`), ...(channel === '' ? [] : [channel])].join(' · ');
    },
    [text],
  );
}

function useColumns(choices: FilterChoices): readonly Column<ListedWebhook>[] {
  const text = useSettingsTexts();
  const filterText = useFilterText(choices);
  const destination = useDestination();
  return useMemo(() => {
    const url: Column<ListedWebhook> = {
      id: 'url',
      header: text('destination'),
      value: destination,
      cell: (row) => <MiddleEllipsis text={destination(row)} />,
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
  }, [text, filterText, destination]);
}

interface DetailsProps {
  readonly webhook: ListedWebhook;
  readonly choices: FilterChoices;
}

type Fact = readonly [label: string, value: ReactNode];

/** Where and what a webhook calls: of a service known by name its channel, of an address of one's own headers and payload. */
function useCallFacts({ service, channel, url, headers, payload }: ListedWebhook) {
  const text = useSettingsTexts();
  const services = useServiceTexts();
  const address: Fact = [
    text('url'),
    <span key="url" className="tt-mono">
      {url === '' ? '–' : url}
    </span>,
  ];
  if (service !== 'custom') {
    const place = services(service === 'telegram' ? 'channel-telegram' : 'channel-slack');
    const named: readonly Fact[] = channel === '' ? [] : [[place, channel]];
    return {
      first: [[services('service'), services(`service-${service}`)] as Fact, ...named, address],
      last: [],
    };
  }
  const names = headers.map(({ name }) => name).join(', ');
  const content: Fact = [
    text('payload'),
    <ScrollRegion key="payload" as="pre" className="tt-fact-code" label={text('payload')}>
      {payload.template === '' ? '–' : payload.template}
    </ScrollRegion>,
  ];
  return { first: [address, [text('headers'), names === '' ? '–' : names] as Fact], last: [content] };
}

function Details({ webhook, choices }: DetailsProps) {
  const text = useSettingsTexts();
  const filterText = useFilterText(choices);
  const { first, last } = useCallFacts(webhook);
  const { id, trigger, allowInsecure, includeRestricted, notifyPlatformEvents, language } = webhook;
  return (
    <TargetDetails
      target={webhook}
      kind="webhooks"
      writing={updateWebhook}
      testLabel={text('testWebhook')}
      test={() => call(testWebhook, { body: { webhook: draftOfTarget(webhook), id } })}
      remove={(removed) => call(deleteWebhook, { params: { id: removed } })}
      facts={[
        ...first,
        [text('trigger'), text(`trigger-${trigger}`)],
        [text('whichAlarms'), filterText(webhook)],
        [text('allowInsecure'), text(allowInsecure ? 'yes' : 'no')],
        [text('language'), text(`language-${language}`)],
        [text('includeRestricted'), text(includeRestricted ? 'yes' : 'no')],
        [text('notifyPlatformEvents'), text(notifyPlatformEvents ? 'yes' : 'no')],
        ...last,
      ]}
    >
      <DeliveryList id={id} route={listWebhookDeliveries} />
    </TargetDetails>
  );
}

/** Webhooks: systems called when an alarm is raised or cleared. */
export function WebhookTab() {
  const text = useSettingsTexts();
  const { search, change } = useSettingsSearch();
  const query = useQuery(routeQuery(listWebhooks));
  const choices = query.data ?? noChoices;
  const close = () => change({ edit: undefined, service: undefined });
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
        <WebhookFormDialog
          key={webhook?.id ?? 'new'}
          webhook={webhook}
          service={search.service ?? 'custom'}
          choices={choices}
          onClose={close}
        />
      )}
    />
  );
}
