import { useQuery } from '@tanstack/react-query';
import { readRoleSecondFactor, updateRoleSecondFactor } from '#schemas/account/second-factor.ts';
import { listRoles } from '#schemas/role/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { shownInPlace, useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { ReadOnlyNote } from '#web/kernel/permission/ReadOnlyNote.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useRuleTexts } from './texts/en.ts';

const factorQuery = namedQuery('second factor of roles', [], async (signal) => {
  const [{ roles }, required] = await Promise.all([
    call(listRoles, { signal }),
    call(readRoleSecondFactor, { signal }),
  ]);
  return roles.map((role) => ({ ...role, required: required.roles.includes(role.id) }));
});

/** Roles whose users must have a second factor. */
export function FactorTab() {
  const text = useRuleTexts();
  const language = useLanguage();
  const nameOf = useBuiltInName('role');
  const factors = useQuery(factorQuery);
  const { run, isPending, problem, args } = useRouteAction(updateRoleSecondFactor, {
    touches: [factorQuery.queryKey],
  });
  const disabledReason = useDisabledReason(updateRoleSecondFactor);
  const reachReason = useReachReason();
  return (
    <Panel label={text('tab-factor')} state={panelStateOf(factors, language)}>
      <div className="tt-form-page">
        <ReadOnlyNote call={updateRoleSecondFactor} />
        <p className="tt-muted">{text('factorHint')}</p>
        {problem !== null && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
        <ul className="tt-rules-roles" aria-label={text('tab-factor')}>
          {factors.data?.map(({ id, label, users, required, reachesOthers }) => (
            <li key={id}>
              <Switch
                label={nameOf(label)}
                description={reachReason({ reachesOthers }) ?? text('users', { count: users })}
                // Optimistic update.
                checked={isPending && args?.params.role === id ? args.body.required : required}
                disabled={disabledReason !== undefined || reachesOthers}
                onChange={(next) =>
                  run({ params: { role: id }, body: { required: next } }, { onProblem: shownInPlace })
                }
              />
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
