import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { compareRoles } from '#schemas/role/compare.ts';
import type { Role } from '#schemas/role/role.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { useRoleSearch } from './role-search.ts';
import { useRoleTexts } from './texts/en.ts';
import './role.css';

function Held({ held }: { readonly held: boolean }) {
  const text = useRoleTexts();
  return held ? (
    <span className="tt-compare-yes">
      <IconCheck size={14} />
      {text('yes')}
    </span>
  ) : (
    <span className="tt-compare-no">
      <IconMinus size={14} />
      {text('no')}
    </span>
  );
}

/** Up to five roles side by side: permissions that differ, or all. */
export function RoleComparison({ roles }: { readonly roles: readonly Role[] }) {
  const text = useRoleTexts();
  const nameOf = useBuiltInName('role');
  const language = useLanguage();
  const { search, change } = useRoleSearch();
  const rows = compareRoles(roles).filter(({ differs }) => differs || !search.differing);
  return (
    <Dialog
      open
      title={text('compareTitle')}
      width={320 + roles.length * 130}
      onClose={() => change({ compared: false })}
    >
      <div className="tt-compare">
        <Switch
          label={text('onlyDifferences')}
          checked={search.differing}
          onChange={(differing) => change({ differing })}
        />
        {rows.length === 0 ? (
          <p className="tt-muted">{text('noDifference')}</p>
        ) : (
          <div
            className="tt-compare-scroll"
            role="group"
            aria-label={text('compareTitle')}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
            tabIndex={0}
          >
            <table className="tt-compare-table">
              <caption className="tt-hidden">{text('compareTitle')}</caption>
              <thead>
                <tr>
                  <th scope="col">{text('right')}</th>
                  {roles.map(({ id, label }) => (
                    <th key={id} scope="col">
                      <span className="tt-compare-role" title={nameOf(label)}>
                        {nameOf(label)}
                      </span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ permission, held }) => (
                  <tr key={permission}>
                    <th scope="row">{permissionName(permission, language)}</th>
                    {roles.map(({ id }, at) => (
                      <td key={id}>
                        <Held held={held[at] === true} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </Dialog>
  );
}
