import { useState } from 'react';
import {
  AgentDraft,
  INDEX_LENGTH,
  isPast,
  overlappingAgents,
  sharesMarker,
} from '#schemas/settings/agent/agent.ts';
import { createAgent, listAgents, updateAgent, type ListedAgent } from '#schemas/settings/agent/routes.ts';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { call } from '#web/kernel/api/call.ts';
import { below } from '#web/kernel/query/route-query.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Picker } from '#web/ui/field/Picker.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { emptyAgent, randomIndex, toAgentDraft } from './agent-draft.ts';
import { useAgentTexts } from './texts/en.ts';

interface Props {
  /** Undefined for a new one. */
  readonly agent: ListedAgent | undefined;
  readonly all: readonly ListedAgent[];
  readonly customers: readonly { readonly id: number; readonly name: string }[];
  readonly onClose: () => void;
}

function useAgentForm({ agent, onClose }: Props) {
  const text = useAgentTexts();
  const [index] = useState(() => randomIndex(crypto.getRandomValues(new Uint8Array(INDEX_LENGTH))));
  return useForm<AgentDraft>({
    initial: agent === undefined ? emptyAgent(index) : toAgentDraft(agent),
    contract: AgentDraft,
    check: ({ expires }, language) =>
      isPast(expires, now()) ? [inputFaultOf({ path: 'expires', code: 'AGENT_DATE_PAST' }, language)] : [],
    fieldByCode: { AGENT_ID_TAKEN: 'agentId', AGENT_SOURCE_TAKEN: 'source', AGENT_DATE_PAST: 'expires' },
    async store(draft) {
      if (agent === undefined) await call(createAgent, { body: draft });
      else {
        const { id, version } = agent;
        await call(updateAgent, { params: { id }, body: { ...draft, version } });
      }
    },
    done: ({ agentId }) => text('saved', { name: agentId }),
    touches: [below(listAgents)],
    onSaved: onClose,
    onClosed: onClose,
  });
}

/** The fields of an agent, as the specification lists them. */
function AgentFields({ form, customers }: Pick<Props, 'customers'> & { readonly form: FormOf<AgentDraft> }) {
  const text = useAgentTexts();
  const { draft, change, errorOf } = form;
  return (
    <>
      <TextField required {...entryOf(form, 'agentId')} label={text('agentId')} />
      <Picker
        required
        id="customer"
        label={text('customer')}
        placeholder={text('chooseCustomer')}
        nothingFound={text('noCustomer')}
        options={customers.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={draft.customer === 0 ? null : String(draft.customer)}
        error={errorOf('customer')}
        onChange={(id) => change({ customer: Number(id) })}
      />
      <div className="tt-form-pair">
        <TextField
          required
          {...entryOf(form, 'networkMarker')}
          label={text('networkMarker')}
          description={text('networkMarkerHint')}
        />
        <TextField
          required
          {...entryOf(form, 'index')}
          label={text('index')}
          description={text('indexHint', { length: INDEX_LENGTH })}
        />
      </div>
      <div className="tt-form-pair">
        <TextField
          required
          {...entryOf(form, 'source')}
          label={text('source')}
          description={text('sourceHint')}
        />
        <TextField
          required
          {...entryOf(form, 'expires')}
          label={text('expires')}
          description={text('expiresHint')}
          placeholder="31/12/2027"
        />
      </div>
    </>
  );
}

/** Creates or edits an agent. */
export function AgentFormDialog(props: Props) {
  const { agent, all, customers } = props;
  const text = useAgentTexts();
  const language = useLanguage();
  const disabledReason = useDisabledReason(createAgent);
  const form = useAgentForm(props);
  const overlapping = overlappingAgents({ ...form.draft, id: agent?.id }, all);
  return (
    <FormDialog
      title={agent === undefined ? text('newAgent') : text('editOf', { name: agent.agentId })}
      form={form}
      disabledReason={disabledReason}
      action={text(agent === undefined ? 'create' : 'save')}
    >
      <AgentFields form={form} customers={customers} />
      {sharesMarker({ ...form.draft, id: agent?.id }, all) && (
        <Banner tone="warning">{warningText('AGENT_SAME_MARKER', language)}</Banner>
      )}
      {overlapping.length > 0 && (
        <Banner tone="warning">
          {warningText('AGENT_SOURCE_OVERLAPS', language, {
            agents: overlapping.map(({ agentId }) => agentId).join(', '),
          })}
        </Banner>
      )}
    </FormDialog>
  );
}
