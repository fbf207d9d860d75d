import { lazy, Suspense, useMemo, useState } from 'react';
import {
  IconChevronLeft,
  IconHistory,
  IconMail,
  IconPencil,
  IconPresentation,
  IconPrinter,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import type { ReportDocument } from '#schemas/report/document.ts';
import type { ReportEntry } from '#schemas/report/entry.ts';
import { printAddress } from '#schemas/report/print.ts';
import { sendReportMail } from '#schemas/scheduling/report-mail-routes.ts';
import { basePath } from '#web/lib/base-path.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { InactiveTag } from '#web/kernel/resource/InactiveTag.tsx';
import { useOwnership } from '#web/kernel/resource/use-ownership.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useEditElsewhere, useEditReason } from '../../dashboard/library/use-edit-reason.ts';
import { useFavourite } from '../../dashboard/library/use-favourite.ts';
import { useLinkTexts } from '../../dashboard/link/texts/en.ts';
import { useAcceptedOwner } from '../../dashboard/opening/use-accepted-owner.ts';
import { ProvisionedNote, ProvisionedTag } from '../../dashboard/provisioned/ProvisionedTag.tsx';
import { shownIn } from '../../dashboard/shown-document.ts';
import { useDashboardTexts } from '../../dashboard/texts/en.ts';
import { FilterPicker } from '../../dashboard/view/FilterPicker.tsx';
import { DocumentPeriodPicker } from '../../dashboard/view/DocumentPeriodPicker.tsx';
import { CustomerOfTemplate } from '../../dashboard/CustomerOfTemplate.tsx';
import { useShownCustomer } from '../../dashboard/view/use-shown-customer.ts';
import type { ChosenContext } from '../../dashboard/view/use-document-context.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { ReportDownload } from '../download/ReportDownload.tsx';
import { useReportPlace } from '../report-place.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { reportQuery } from '../report-queries.ts';
import { useReportTexts } from '../texts/en.ts';

interface Props {
  readonly entry: ReportEntry;
  readonly document: ReportDocument;
  readonly chosen: ChosenContext;
}

/** Period and variables of a report. */
export function ReportContextBar({ document, chosen }: Pick<Props, 'document' | 'chosen'>) {
  const text = useDashboardTexts();
  const linkText = useLinkTexts();
  const { api, change } = useReportPlace();
  const customerId = useShownCustomer();
  const [openFilter, setOpenFilter] = useState<string>();
  return (
    <>
      <Toolbar label={text('context')}>
        {api.customerId === undefined && <CustomerOfTemplate onChoose={(id) => change({ for: id }, true)} />}
        <DocumentPeriodPicker chosen={chosen} />
        {customerId !== undefined &&
          document.variables.map(({ name, choice }) => (
            <FilterPicker
              key={choice.id}
              filter={{ ...choice, title: name }}
              customerId={customerId}
              chosen={chosen}
              isOpen={openFilter === choice.id}
              onOpen={(isOpen) => setOpenFilter(isOpen ? choice.id : undefined)}
            />
          ))}
      </Toolbar>
      {chosen.periodFault !== undefined && <Banner tone="warning">{linkText(chosen.periodFault)}</Banner>}
    </>
  );
}

/** Opens the pages as they are printed, for the printer of the browser. */
function PrintButton({ entry, chosen }: Pick<Props, 'entry' | 'chosen'>) {
  const text = useReportTexts();
  const language = useLanguage();
  const customer = useShownCustomer();
  if (customer === undefined) return null;
  const { period, timeZone, selection } = chosen.context;
  const address = printAddress({
    report: entry.id,
    customer,
    from: period.from,
    to: period.to,
    timeZone,
    language,
    variables: selection,
  });
  return (
    <IconButton
      label={text('print')}
      icon={<IconPrinter size={16} />}
      onClick={() => window.open(`${basePath()}${address}`, '_blank', 'noopener')}
    />
  );
}

const ReportMailDialog = lazy(async () => ({
  default: (await import('../mail/ReportMailDialog.tsx')).ReportMailDialog,
}));

/** Sends the report as its reader sees it, where mails with reports are part of the installation. */
function MailButton({ entry, chosen }: Pick<Props, 'entry' | 'chosen'>) {
  const text = useReportTexts();
  const customer = useShownCustomer();
  const { modules } = useSession();
  const disabledReason = useDisabledReason(sendReportMail);
  const [isOpen, setOpen] = useState(false);
  if (customer === undefined || !modules.includes('scheduling')) return null;
  return (
    <>
      <IconButton
        label={text('sendByMail')}
        icon={<IconMail size={16} />}
        disabledReason={disabledReason}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ReportMailDialog
            report={entry.id}
            name={entry.name}
            customer={customer}
            context={chosen.context}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function Actions({ entry, chosen }: Pick<Props, 'entry' | 'chosen'>) {
  const text = useReportTexts();
  const words = useDashboardTexts();
  const resource = useResourceTexts();
  const { api, change } = useReportPlace();
  const { guard, prompt } = useOwnership();
  const { accept } = useAcceptedOwner();
  const cache = useQueryCache();
  const favourite = useFavourite();
  const disabledReason = useEditReason()(entry);
  const editElsewhere = useEditElsewhere();
  const { id, name, owner } = entry;
  const isElsewhere = api.customerId !== undefined && entry.edit === 'multi-client';
  const edit = (): void =>
    guard({ id: entry.resource, name, owner }, () => {
      accept(entry.resource);
      if (isElsewhere) editElsewhere(entry);
      else change({ edit: true, setup: false, page: undefined });
    });
  const mark = (): void => {
    favourite(id, !entry.favourite);
    cache.write(reportQuery(api, id), (read) => read && { ...read, favourite: !entry.favourite });
  };
  return (
    <>
      {prompt}
      <IconButton
        label={words(entry.favourite ? 'notFavourite' : 'favourite', { name })}
        icon={entry.favourite ? <IconStarFilled size={16} /> : <IconStar size={16} />}
        pressed={entry.favourite}
        onClick={mark}
      />
      <IconButton
        label={words('versions')}
        icon={<IconHistory size={16} />}
        onClick={() => change({ versions: true }, true)}
      />
      {api.customerId !== undefined && <PrintButton entry={entry} chosen={chosen} />}
      {api.customerId !== undefined && <MailButton entry={entry} chosen={chosen} />}
      {api.customerId !== undefined && (
        <ReportDownload report={id} customer={api.customerId} context={chosen.context} />
      )}
      <Button icon={<IconPresentation size={15} />} onClick={() => change({ slides: true, page: '1' })}>
        {text('slides')}
      </Button>
      <Button
        icon={<IconPencil size={15} />}
        disabledReason={isElsewhere ? undefined : disabledReason}
        onClick={edit}
      >
        {isElsewhere ? resource('editElsewhere') : words('edit')}
      </Button>
    </>
  );
}

/** Name, actions and context of a report that is read. */
export function ReportHeader({ entry: stored, document, chosen }: Props) {
  const words = useDashboardTexts();
  const language = useLanguage();
  const { change } = useReportPlace();
  const entry = useMemo(() => shownIn(stored, language), [stored, language]);
  const toLibrary = (): void => change({ open: undefined, period: undefined, selection: undefined });
  return (
    <>
      <PageHeader
        title={entry.name}
        aside={
          <>
            <Button kind="quiet" icon={<IconChevronLeft size={15} />} onClick={toLibrary}>
              {words('back')}
            </Button>
            <InactiveTag status={entry.status} />
            <ProvisionedTag provisioned={entry.provisioned} drifted={entry.drifted} />
            {entry.description !== '' && <span className="tt-muted tt-ellipsis">{entry.description}</span>}
          </>
        }
        actions={<Actions entry={entry} chosen={chosen} />}
      />
      <ProvisionedNote provisioned={entry.provisioned} drifted={entry.drifted} />
      <ReportContextBar document={document} chosen={chosen} />
    </>
  );
}
