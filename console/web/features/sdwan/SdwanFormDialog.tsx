import { useRef, useState } from 'react';
import type { z } from 'zod';
import { problemText } from '#schemas/problem/problem.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { createSdwanServer, updateSdwanServer, type listSdwanServers } from '#schemas/sdwan/routes.ts';
import type { SdwanServer, SdwanServerDraft } from '#schemas/sdwan/server.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { sdwanTouches } from './sdwan-queries.ts';
import {
  draftContract,
  serverDraftFaults,
  emptyServer,
  serverDraft,
  unavailableText,
} from './server-draft.ts';
import { ManagerAccessFields, CustomerFields, DutyFields, VendorFields } from './ServerFields.tsx';
import { KnownCredentials } from './KnownCredentials.tsx';
import { LastCollection } from './LastCollection.tsx';
import { useSdwanTexts } from './texts/en.ts';

interface Props {
  /** Undefined for a new one. */
  readonly server: SdwanServer | undefined;
  readonly customers: z.infer<(typeof listSdwanServers)['reply']>['customers'];
  readonly onClose: () => void;
}

/** A draft whose check failed. */
interface Failed {
  readonly problem: ApiProblem;
  readonly draft: SdwanServerDraft;
}

/** What saving the same again confirms. */
const CONFIRMABLE: ReadonlySet<string> = new Set(['SDWAN_CONNECTIVITY_FAILED', 'SDWAN_URL_TAKEN']);

/**
 * Saving the same again after a check that failed confirms that the manager is suspended, or that it shares its address; what was changed
 * since is checked.
 */
function useServerForm({ server, onClose }: Omit<Props, 'customers'>) {
  const text = useSdwanTexts();
  const [failed, setFailed] = useState<Failed>();
  // The form keeps the first `store`.
  const unconfirmed = useRef<{ readonly draft: SdwanServerDraft; readonly codes: ReadonlySet<string> }>(
    undefined,
  );
  const form = useForm<SdwanServerDraft>({
    initial: server === undefined ? emptyServer : serverDraft(server),
    contract: draftContract(server !== undefined),
    check: serverDraftFaults,
    fieldByCode: { NAME_TAKEN: 'name', SDWAN_PASSWORD_UNKNOWN: 'password' },
    async store(draft) {
      const codes = unconfirmed.current?.draft === draft ? unconfirmed.current.codes : new Set<string>();
      const body = {
        ...draft,
        confirmed: codes.has('SDWAN_CONNECTIVITY_FAILED'),
        sharesAddress: codes.has('SDWAN_URL_TAKEN'),
      };
      try {
        if (server === undefined) await call(createSdwanServer, { body });
        else {
          const { id, version } = server;
          await call(updateSdwanServer, { params: { id }, body: { ...body, version } });
        }
      } catch (error) {
        const problem = error instanceof ApiProblem && CONFIRMABLE.has(error.code) ? error : undefined;
        unconfirmed.current = problem && { draft, codes: new Set([...codes, problem.code]) };
        setFailed(problem && { problem, draft });
        // The banner has the reason: at the address it would be said twice.
        throw problem === undefined ? error : new ApiProblem({ code: problem.code, status: problem.status });
      }
    },
    done: ({ name }) => text('wasSaved', { name }),
    touches: sdwanTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
  return { form, failed: failed?.draft === form.draft ? failed.problem : undefined };
}

/** Why the manager could not be reached, or which other one has its address. */
function Unchecked({ problem }: { readonly problem: ApiProblem }) {
  const language = useLanguage();
  const [cause] = problem.errors;
  const reason =
    cause?.code === undefined
      ? sentenceOf(problem, language)
      : problemText(cause.code as ApiProblem['code'], language, cause.params);
  if (problem.code !== 'SDWAN_CONNECTIVITY_FAILED') return <Banner tone="warning">{reason}</Banner>;
  return (
    <Banner tone="warning">
      <p>{unavailableText(reason, language)}</p>
      <p>{warningText('SDWAN_SAVE_UNCHECKED', language)}</p>
    </Banner>
  );
}

/** Creates, edits or shows an SD-WAN manager. */
export function SdwanFormDialog({ server, customers, onClose }: Props) {
  const text = useSdwanTexts();
  const { form, failed } = useServerForm({ server, onClose });
  const action = server === undefined ? 'create' : 'save';
  return (
    <FormDialog
      title={server === undefined ? text('createTitle') : text('editTitle', { name: server.name })}
      // The banner below says what failed.
      form={failed === undefined ? form : { ...form, problem: undefined }}
      disabledReason={useDisabledReason(createSdwanServer)}
      action={text(failed === undefined ? action : 'saveAnyway')}
    >
      {failed !== undefined && <Unchecked problem={failed} />}
      <ManagerAccessFields form={form} isStored={server !== undefined} />
      <VendorFields form={form} />
      <CustomerFields form={form} customers={customers} />
      <DutyFields form={form} />
      {server !== undefined && <LastCollection server={server} />}
      {server !== undefined && <KnownCredentials credentials={server.credentials} />}
    </FormDialog>
  );
}
