import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readRoleSecondFactor, updateRoleSecondFactor } from '#schemas/account/second-factor.ts';
import { listRoles } from '#schemas/role/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { ReadOnlyNote } from '#web/kernel/permission/ReadOnlyNote.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { useRuleTexts } from './texts/en.ts';

const queryKey = ['sign-in', 'factor'];

function useFactors() {
  const queries = useQueryClient();
  const asked = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const [{ roles }, required] = await Promise.all([
        call(listRoles, { signal }),
        call(readRoleSecondFactor, { signal }),
      ]);
      return roles.map((role) => ({ ...role, required: required.roles.includes(role.id) }));
    },
  });
  const save = useMutation({
    mutationFn: ({ role, required }: { readonly role: number; readonly required: boolean }) =>
      call(updateRoleSecondFactor, { params: { role }, body: { required } }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return { asked, save };
}

/** Roles whose users must have a second factor. */
export function FactorTab() {
  const text = useRuleTexts();
  const language = useLanguage();
  const { asked, save } = useFactors();
  const disabledReason = useDisabledReason(updateRoleSecondFactor);
  const reachReason = useReachReason();
  return (
    <Panel label={text('tab-factor')} state={panelStateOf(asked, language)}>
      <div className="tt-form-page">
        <ReadOnlyNote call={updateRoleSecondFactor} />
        <p className="tt-muted">{text('factorHint')}</p>
        {save.error !== null && <Banner tone="bad">{sentenceOf(save.error, language)}</Banner>}
        <ul className="tt-rules-roles" aria-label={text('tab-factor')}>
          {asked.data?.map(({ id, label, users, required, reachesOthers }) => (
            <li key={id}>
              <Switch
                label={label}
                description={reachReason({ reachesOthers }) ?? text('users', { count: users })}
                // Optimistic update.
                checked={save.isPending && save.variables.role === id ? save.variables.required : required}
                disabled={disabledReason !== undefined || reachesOthers}
                onChange={(next) => save.mutate({ role: id, required: next })}
              />
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
