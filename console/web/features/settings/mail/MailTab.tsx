import { useMemo, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  listMailDeliveries,
  deleteAlarmMail,
  updateAlarmMail,
  testAlarmMail,
  listAlarmMails,
  type ListedAlarmMail,
} from '#schemas/settings/mail/routes.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { call } from '#web/kernel/api/call.ts';
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
import { MailFormDialog } from './MailFormDialog.tsx';

const none: readonly ListedAlarmMail[] = [];
const recipientsOf = ({ recipients }: ListedAlarmMail): string => recipients.join(', ');
const searchedText = (mail: ListedAlarmMail): string => `${mail.name} ${recipientsOf(mail)}`;

function useColumns(choices: FilterChoices): readonly Column<ListedAlarmMail>[] {
  const text = useSettingsTexts();
  const filterText = useFilterText(choices);
  return useMemo(
    () =>
      targetColumns(
        [
          {
            ...textColumn<ListedAlarmMail>('recipients', text('recipients'), recipientsOf),
            width: 190,
            grow: 2,
          },
          {
            ...textColumn<ListedAlarmMail>('what', text('whichAlarms'), filterText),
            width: 160,
          },
          {
            ...textColumn<ListedAlarmMail>('trigger', text('trigger'), (mail) =>
              text(`trigger-${mail.trigger}`),
            ),
            width: 190,
            grow: 0.3,
          },
        ],
        text,
      ),
    [text, filterText],
  );
}

function Details({ mail, choices }: { readonly mail: ListedAlarmMail; readonly choices: FilterChoices }) {
  const text = useSettingsTexts();
  const filterText = useFilterText(choices);
  const {
    id,
    subject,
    body,
    trigger,
    grouping,
    recipients,
    includeRestricted,
    notifyPlatformEvents,
    language,
  } = mail;
  return (
    <TargetDetails
      target={mail}
      kind="mails"
      writing={updateAlarmMail}
      testLabel={text('testMailRule')}
      test={() => call(testAlarmMail, { body: draftOfTarget(mail) })}
      remove={(removed) => call(deleteAlarmMail, { params: { id: removed } })}
      facts={[
        [text('recipients'), recipients.join(', ')],
        [text('whichAlarms'), filterText(mail)],
        [text('trigger'), text(`trigger-${trigger}`)],
        [text('grouping'), text(`grouping-${grouping}`)],
        [text('language'), text(`language-${language}`)],
        [text('includeRestricted'), text(includeRestricted ? 'yes' : 'no')],
        [text('notifyPlatformEvents'), text(notifyPlatformEvents ? 'yes' : 'no')],
        [
          text('subject'),
          <span key="subject" className="tt-mono">
            {subject}
          </span>,
        ],
        [
          text('body'),
          <ScrollRegion key="body" as="pre" className="tt-fact-code" label={text('body')}>
            {body}
          </ScrollRegion>,
        ],
      ]}
    >
      <DeliveryList id={id} route={listMailDeliveries} />
    </TargetDetails>
  );
}

/** The mail server and the mail notifications. */
export function MailTab({ above }: { readonly above: ReactNode }) {
  const text = useSettingsTexts();
  const { change } = useSettingsSearch();
  const query = useQuery(routeQuery(listAlarmMails));
  const choices = query.data ?? noChoices;
  const close = () => change({ edit: undefined });
  return (
    <TargetTab
      words={{
        columns: 'mails',
        table: text('mails'),
        find: text('findMail'),
        add: text('addMail'),
        emptyTitle: text('noMail'),
        emptyHint: text('noMailHint'),
      }}
      writing={updateAlarmMail}
      query={query}
      rows={query.data?.mails ?? none}
      columns={useColumns(choices)}
      searchedText={searchedText}
      above={above}
      renderDetails={(mail) => <Details mail={mail} choices={choices} />}
      renderForm={(mail) => (
        <MailFormDialog key={mail?.id ?? 'new'} mail={mail} choices={choices} onClose={close} />
      )}
    />
  );
}
