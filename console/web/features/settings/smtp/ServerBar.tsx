import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconMailCog, IconTrash } from '@tabler/icons-react';
import { readSmtp, deleteSmtp, updateSmtp, type SmtpView } from '#schemas/settings/smtp/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useMissingPermission, useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useSettingsSearch } from '../settings-search.ts';
import { useSettingsTexts } from '../texts/en.ts';
import { ServerFormDialog } from './ServerFormDialog.tsx';

function RemoveServer({ smtp }: { readonly smtp: SmtpView }) {
  const text = useSettingsTexts();
  const [confirming, setConfirming] = useState(false);
  const { run } = useRouteAction(deleteSmtp, { touches: [readSmtp] });
  return (
    <>
      <IconButton
        label={text('removeServer')}
        icon={<IconTrash size={16} />}
        disabledReason={useDisabledReason(deleteSmtp)}
        onClick={() => setConfirming(true)}
      />
      <ConfirmDialog
        open={confirming}
        title={text('removeServerTitle', { host: smtp.host })}
        consequence={text('removeServerConsequence')}
        action={text('removeServer')}
        onConfirm={() => {
          setConfirming(false);
          run({});
        }}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}

function Summary({ smtp }: { readonly smtp: SmtpView | null }) {
  const text = useSettingsTexts();
  if (smtp === null)
    return (
      <>
        <Tag tone="warning">{text('noServer')}</Tag>
        <span className="tt-muted">{text('noServerHint')}</span>
      </>
    );
  const { host, port, tls, login, source } = smtp;
  return (
    <span className="tt-ellipsis">
      <span className="tt-mono">{`${host}:${String(port)}`}</span>
      <span className="tt-muted">
        {` · ${text(`tls-${tls}`)} · ${text('from', { source })}`}
        {login !== '' && ` · ${text('as', { login })}`}
      </span>
    </span>
  );
}

const smtpOf = ({ smtp }: { readonly smtp: SmtpView | null }) => smtp;

/** The mail server as one line, with its form. */
export function ServerBar() {
  const text = useSettingsTexts();
  const language = useLanguage();
  const { search, change } = useSettingsSearch();
  const mayWrite = useMissingPermission(updateSmtp) === undefined;
  const disabledReason = useDisabledReason(updateSmtp);
  const query = useQuery({ ...routeQuery(readSmtp), select: smtpOf });
  const { data: smtp } = query;
  return (
    <section className="tt-server-bar" aria-label={text('mailServer')} aria-busy={query.isPending}>
      <h2>{text('mailServer')}</h2>
      {smtp !== undefined && <Summary smtp={smtp} />}
      {query.isError && <span className="tt-field-fault">{sentenceOf(query.error, language)}</span>}
      {mayWrite && smtp !== undefined && (
        <div className="tt-server-actions">
          <Button
            icon={<IconMailCog size={15} />}
            disabledReason={disabledReason}
            onClick={() => change({ edit: 'server' })}
          >
            {text(smtp === null ? 'setUpServer' : 'editServer')}
          </Button>
          {smtp !== null && <RemoveServer smtp={smtp} />}
        </div>
      )}
      {mayWrite && smtp !== undefined && search.edit === 'server' && (
        <ServerFormDialog smtp={smtp} onClose={() => change({ edit: undefined })} />
      )}
    </section>
  );
}
