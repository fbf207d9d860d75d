import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconHistory, IconMail, IconMailOff, IconSend } from '@tabler/icons-react';
import {
  createScheduling,
  deleteScheduling,
  enableScheduling,
  listSchedulingRuns,
  listSchedulings,
  sendScheduling,
  subscribeScheduling,
  unsubscribeScheduling,
} from '#schemas/scheduling/routes.ts';
import type { ReportSchedule } from '#schemas/scheduling/scheduling.ts';
import { ListPage } from '#web/kernel/list/ListPage.tsx';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { SchedulingFormDialog } from './form/SchedulingFormDialog.tsx';
import { RunsDrawer } from './RunsDrawer.tsx';
import { useRunReason } from './RunState.tsx';
import { schedulingColumns } from './scheduling-columns.tsx';
import { useSchedulingSearch } from './scheduling-search.ts';
import { useSchedulingTexts } from './texts/en.ts';
import './scheduling.css';

const textsOfScheduling = ({ name, recipients, attachments }: ReportSchedule): string[] => [
  name,
  ...recipients,
  ...attachments.flatMap((attachment) => attachment.name ?? []),
];

const touches = [listSchedulings, listSchedulingRuns];
/** The state of runs changes with time. */
const REFRESH_MS = 30_000;

/** What a reader does with a schedule, between editing and deleting it. */
function useRowActions(customerId: number, onRuns: (id: number) => void) {
  const text = useSchedulingTexts();
  const { run: subscribe } = useRouteAction(subscribeScheduling, { touches });
  const { run: unsubscribe } = useRouteAction(unsubscribeScheduling, { touches });
  const { run: send } = useRouteAction(sendScheduling, { touches });
  return useMemo(
    () =>
      ({ id, name, subscription }: ReportSchedule): readonly MenuItem[] => {
        const args = { params: { customerId, schedulingId: id } };
        const isIn = subscription === 'subscribed' || subscription === 'recipient';
        return [
          {
            is: 'action',
            label: text('showRuns'),
            icon: <IconHistory size={15} />,
            run: () => onRuns(id),
          },
          {
            is: 'action',
            label: text('sendNow'),
            icon: <IconSend size={15} />,
            run: () => send(args, { done: text('wasSent', { name }), onDone: () => onRuns(id) }),
          },
          isIn
            ? {
                is: 'action',
                label: text('unsubscribe'),
                icon: <IconMailOff size={15} />,
                run: () => unsubscribe(args, { done: text('wasUnsubscribed', { name }) }),
              }
            : {
                is: 'action',
                label: text('subscribe'),
                icon: <IconMail size={15} />,
                run: () => subscribe(args, { done: text('wasSubscribed', { name }) }),
              },
        ];
      },
    [customerId, text, subscribe, unsubscribe, send, onRuns],
  );
}

function useColumns(customerId: number) {
  const text = useSchedulingTexts();
  const ui = useUiTexts();
  const language = useLanguage();
  const reasonOf = useRunReason();
  const disabledReason = useDisabledReason(enableScheduling);
  const { run: enable } = useRouteAction(enableScheduling, { touches });
  return useMemo(
    () =>
      schedulingColumns({
        text,
        language,
        severityOf: (severity) => ui(severity),
        reasonOf,
        disabledReason,
        onEnable: ({ id, name }, enabled) =>
          enable(
            { params: { customerId, schedulingId: id }, body: { enabled } },
            { done: text(enabled ? 'wasEnabled' : 'wasDisabled', { name }) },
          ),
      }),
    [text, ui, language, reasonOf, disabledReason, enable, customerId],
  );
}

function SchedulesOfCustomer({ customerId }: { readonly customerId: number }) {
  const text = useSchedulingTexts();
  const address = useSchedulingSearch();
  const { search, change } = address;
  const query = useQuery({
    ...routeQuery(listSchedulings, { params: { customerId } }),
    refetchInterval: REFRESH_MS,
  });
  const onRuns = useMemo(() => (runs: number) => change({ runs }), [change]);
  const shown = query.data?.schedulings.find(({ id }) => id === search.runs);
  return (
    <ListPage
      name="schedules"
      title={text('title')}
      add={text('add')}
      find={text('find')}
      empty={{ title: text('emptyTitle'), hint: text('emptyHint') }}
      address={address}
      query={query}
      rows={query.data?.schedulings}
      columns={useColumns(customerId)}
      textsOf={textsOfScheduling}
      writing={createScheduling}
      rowActions={useRowActions(customerId, onRuns)}
      details={
        shown === undefined ? null : (
          <RunsDrawer
            key={shown.id}
            customerId={customerId}
            scheduling={shown}
            onClose={() => change({ runs: undefined })}
          />
        )
      }
      renderForm={(scheduling, close) => (
        <SchedulingFormDialog
          key={scheduling?.id ?? 'new'}
          customerId={customerId}
          scheduling={scheduling}
          onClose={close}
        />
      )}
      renderRemoval={({ id, name }, close) => (
        <RemovalDialog
          route={deleteScheduling}
          args={{ params: { customerId, schedulingId: id } }}
          touches={touches}
          title={text('deleteTitle', { name })}
          consequence={text('deleteConsequence')}
          action={text('confirmDelete')}
          done={text('wasDeleted', { name })}
          onClose={close}
        />
      )}
    />
  );
}

/** Schedules of a customer: reports by mail, at times or when alarms are raised. */
export function SchedulingPage() {
  const { customer } = useSchedulingSearch().search;
  return customer === undefined ? null : <SchedulesOfCustomer key={customer} customerId={customer} />;
}
