import { useCallback, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { securityLevelOf } from '#schemas/settings/snmp/credential.ts';
import {
  deleteSnmpCredential,
  listSnmpCredentials,
  updateSnmpCredential,
  type SnmpCredential,
} from '#schemas/settings/snmp/credential-routes.ts';
import { ListTable } from '#web/kernel/list/ListTable.tsx';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { useDisabledReason, useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { below, routeQuery } from '#web/kernel/query/route-query.ts';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { resourceActionsColumn, rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { AddButton } from '../AddButton.tsx';
import { useSettingsSearch } from '../settings-search.ts';
import type { SettingsText } from '../target/target-columns.tsx';
import { useSettingsTexts } from '../texts/en.ts';
import { CredentialFormDialog } from './CredentialFormDialog.tsx';

const credentialId = ({ id }: SnmpCredential): string => String(id);
const textsOfCredential = ({ name, access }: SnmpCredential) => [
  name,
  access.version === 'v3' ? access.user : '',
];
const credentialName = ({ name }: SnmpCredential): string => name;

/** The user of v3, and what protects its messages. */
function protectionText({ access }: SnmpCredential, text: SettingsText): string {
  const level = securityLevelOf(access);
  if (access.version !== 'v3' || level === undefined) return text('community');
  const protocols = [access.auth?.protocol, access.priv?.protocol].filter((one) => one !== undefined);
  return protocols.length === 0 ? text(level) : `${text(level)} (${protocols.join(', ')})`;
}

interface Actions {
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly disabledReason: string | undefined;
  readonly onEdit: (credential: SnmpCredential) => void;
  readonly onRemove: (credential: SnmpCredential) => void;
}

const columnsOf = (
  text: SettingsText,
  language: 'en' | 'fr',
  { resource, disabledReason, onEdit, onRemove }: Actions,
): readonly Column<SnmpCredential>[] => [
  { ...textColumn<SnmpCredential>('name', text('name'), credentialName), width: 200, fixed: true },
  { ...textColumn<SnmpCredential>('version', text('version'), ({ access }) => access.version), width: 90 },
  {
    ...textColumn<SnmpCredential>('user', text('user'), ({ access }) =>
      access.version === 'v3' ? access.user : '',
    ),
    width: 150,
  },
  {
    ...textColumn<SnmpCredential>('level', text('securityLevel'), (one) => protectionText(one, text)),
    width: 300,
    grow: 3,
  },
  {
    ...countColumn<SnmpCredential>('devices', text('usedBy'), {
      countOf: ({ devices }) => devices,
      language,
    }),
    width: 110,
  },
  resourceActionsColumn<SnmpCredential>({
    resource,
    disabledReasonOf: () => disabledReason,
    actions: (credential) => [
      rowItems(resource).edit(() => onEdit(credential)),
      ...rowItems(resource).remove(() => onRemove(credential)),
    ],
  }),
];

function Removal({
  credential: { id, name },
  onClose,
}: {
  readonly credential: SnmpCredential;
  readonly onClose: () => void;
}) {
  const text = useSettingsTexts();
  return (
    <RemovalDialog
      route={deleteSnmpCredential}
      args={{ params: { id } }}
      touches={[below(listSnmpCredentials)]}
      title={text('removeTitle', { name })}
      consequence={text('credentialConsequence')}
      action={text('remove')}
      done={text('removed', { name })}
      onClose={onClose}
    />
  );
}

/** SNMP credentials, which discoveries and devices refer to. */
export function CredentialTab() {
  const text = useSettingsTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const address = useSettingsSearch();
  const { search, change } = address;
  const [removed, setRemoved] = useState<SnmpCredential>();
  const query = useQuery(routeQuery(listSnmpCredentials));
  const rows = query.data?.credentials;
  const disabledReason = useDisabledReason(updateSnmpCredential);
  const mayWrite = useMissingPermission(updateSnmpCredential) === undefined;
  const onEdit = useCallback(({ id }: SnmpCredential) => change({ edit: String(id) }), [change]);
  const edited = rows?.find((credential) => credentialId(credential) === search.edit);
  return (
    <>
      <ListTable
        name="credentials"
        label={text('credentials')}
        find={text('findCredential')}
        renderEnd={() => <AddButton label={text('addCredential')} writing={updateSnmpCredential} />}
        address={address}
        query={query}
        rows={rows}
        columns={useMemo(
          () => columnsOf(text, language, { resource, disabledReason, onEdit, onRemove: setRemoved }),
          [text, resource, language, disabledReason, onEdit],
        )}
        rowId={credentialId}
        rowName={credentialName}
        textsOf={textsOfCredential}
        empty={{
          title: text('noCredential'),
          hint: text('noCredentialHint'),
          ...(mayWrite && { add: { disabledReason, run: () => change({ edit: 'new' }) } }),
        }}
        onOpen={(credential) => mayWrite && onEdit(credential)}
      />
      {mayWrite && (search.edit === 'new' || edited !== undefined) && (
        <CredentialFormDialog
          key={search.edit}
          credential={edited}
          onClose={() => change({ edit: undefined })}
        />
      )}
      {removed !== undefined && <Removal credential={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
