import type { ExplainedCustomer, ExplainedRight, ExplainedRights } from '#schemas/user/explained-rights.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { AccessExplainer } from './AccessExplainer.tsx';
import { useUserRights } from './user-queries.ts';
import { useUserTexts } from './texts/en.ts';
import './user.css';

function Source({ right, role }: { readonly right: ExplainedRight; readonly role: string }) {
  const text = useUserTexts();
  const language = useLanguage();
  const { from } = right;
  const carriedBy = right.carriedBy.map((each) => permissionName(each, language));
  return (
    <>
      {from === 'role' ? text('from-role', { role }) : text(`from-${from}`)}
      {carriedBy.length > 0 && (
        <div className="tt-muted">{text('carriedBy', { rights: carriedBy.join(', ') })}</div>
      )}
    </>
  );
}

function Through({ through }: Pick<ExplainedCustomer, 'through'>) {
  const text = useUserTexts();
  const words = through.map((way) =>
    way.kind === 'profile' ? text('through-profile', { name: way.name }) : text(`through-${way.kind}`),
  );
  return words.join(', ');
}

function Sites({ sites, regions }: Pick<ExplainedCustomer, 'sites' | 'regions'>) {
  const text = useUserTexts();
  const language = useLanguage();
  if (sites === null) return text('sitesNone');
  if (sites === 0) return text('sitesAll');
  return (
    <>
      {formatNumber(sites, language)}
      {regions.length > 0 && (
        <div className="tt-muted">
          {text('restrictedRegions', { count: regions.length, regions: regions.join(', ') })}
        </div>
      )}
    </>
  );
}

function Explained({ rights }: { readonly rights: ExplainedRights }) {
  const text = useUserTexts();
  const role = useBuiltInName('role')(rights.role.label);
  const language = useLanguage();
  return (
    <div className="tt-user-rights">
      {rights.locked && <Banner tone="warning">{text('lockedNote')}</Banner>}
      <table className="tt-plain-table">
        <caption className="tt-hidden">{text('clients')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('client')}</th>
            <th scope="col">{text('through')}</th>
            <th scope="col">{text('sites')}</th>
          </tr>
        </thead>
        <tbody>
          {rights.customers.map((customer) => (
            <tr key={customer.id}>
              <th scope="row">{customer.name}</th>
              <td>
                <Through through={customer.through} />
              </td>
              <td>
                <Sites {...customer} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="tt-plain-table">
        <caption className="tt-hidden">{text('rights')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('permission')}</th>
            <th scope="col">{text('from')}</th>
          </tr>
        </thead>
        <tbody>
          {rights.permissions.map((right) => (
            <tr key={right.permission}>
              <th scope="row" title={right.permission}>
                {permissionName(right.permission, language)}
              </th>
              <td>
                <Source right={right} role={role} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Permissions and customers of a user, each with its origin. */
export function UserRights({ id }: { readonly id: number }) {
  const text = useUserTexts();
  const language = useLanguage();
  const rights = useUserRights(id);
  return (
    <Panel label={text('rights')} state={panelStateOf(rights, language)}>
      <AccessExplainer key={id} id={id} />
      {rights.data !== undefined && <Explained rights={rights.data} />}
    </Panel>
  );
}
