import {
  groupLabels,
  permissionAreas,
  rightLabels,
  type Permission,
  type PermissionKey,
  type Right,
} from '#schemas/permission/catalogue.ts';
import { alwaysGranted, withoutRight, withRight, withRights } from '#schemas/permission/grants.ts';
import { everyCustomerAreas } from '#schemas/menu/visible.ts';
import { permissionTree, type TreeSection } from '#schemas/role/permission-tree.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { useRoleTexts } from './texts/en.ts';
import './role.css';

interface Props {
  readonly held: ReadonlySet<Permission>;
  /** Left out for a read-only tree. */
  readonly onChange?: (held: ReadonlySet<Permission>) => void;
}

const ofEveryCustomer = everyCustomerAreas();
const everyRight: readonly Right[] = ['read', 'write', 'share'];
const offered = (area: PermissionKey): readonly Right[] => permissionAreas[area].rights;

const permissionOf = (area: PermissionKey, right: Right): Permission => `${area}.${right}` as Permission;

function RightBox({ permission, held, onChange }: Props & { readonly permission: Permission }) {
  const language = useLanguage();
  return (
    <Checkbox
      quietLabel
      label={permissionName(permission, language)}
      checked={held.has(permission)}
      disabled={onChange === undefined || alwaysGranted.includes(permission)}
      onChange={(checked) =>
        onChange?.(checked ? withRight(held, permission) : withoutRight(held, permission))
      }
    />
  );
}

function AreaRow({ area, rights, ...tree }: Props & { area: PermissionKey; rights: readonly Right[] }) {
  const text = useRoleTexts();
  const language = useLanguage();
  return (
    <tr>
      <th scope="row">
        {permissionAreas[area][language]}
        {ofEveryCustomer.has(area) && <span className="tt-muted">{` · ${text('everyCustomer')}`}</span>}
      </th>
      {rights.map((right) => (
        <td key={right}>
          {offered(area).includes(right) && <RightBox permission={permissionOf(area, right)} {...tree} />}
        </td>
      ))}
    </tr>
  );
}

interface AllProps extends Required<Props> {
  readonly areas: readonly PermissionKey[];
  readonly rights: readonly Right[];
  /** Of the areas together. */
  readonly name: string;
}

/** Checks a right in all areas of a table at once. */
function AllRow({ areas, rights, name, held, onChange }: AllProps) {
  const text = useRoleTexts();
  const language = useLanguage();
  return (
    <tr className="tt-right-all">
      <th scope="row">{text('all')}</th>
      {rights.map((right) => {
        const all = areas
          .filter((area) => offered(area).includes(right))
          .map((area) => permissionOf(area, right))
          .filter((permission) => !alwaysGranted.includes(permission));
        const count = all.filter((permission) => held.has(permission)).length;
        return (
          <td key={right}>
            <Checkbox
              quietLabel
              label={text('allOf', { areas: name, right: rightLabels[right][language] })}
              checked={count === all.length}
              some={count > 0 && count < all.length}
              onChange={(checked) => onChange(withRights(held, all, checked))}
            />
          </td>
        );
      })}
    </tr>
  );
}

interface SectionProps extends Props {
  readonly section: TreeSection;
  /** Of a section without a title. */
  readonly groupName: string;
}

function Section({ section, groupName, ...tree }: SectionProps) {
  const text = useRoleTexts();
  const language = useLanguage();
  const all = section.areas.flatMap((area) => offered(area).map((right) => permissionOf(area, right)));
  const rights = everyRight.filter((right) => section.areas.some((area) => offered(area).includes(right)));
  const count = all.filter((permission) => tree.held.has(permission)).length;
  const name = section.title?.[language] ?? groupName;
  const { held, onChange } = tree;
  const table = (
    <table className="tt-right-table" aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{text('area')}</th>
          {rights.map((right) => (
            <th key={right} scope="col">
              {rightLabels[right][language]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {onChange !== undefined && section.areas.length > 1 && (
          <AllRow areas={section.areas} rights={rights} name={name} held={held} onChange={onChange} />
        )}
        {section.areas.map((area) => (
          <AreaRow key={area} area={area} rights={rights} {...tree} />
        ))}
      </tbody>
    </table>
  );
  if (section.title === undefined) return table;
  return (
    <details className="tt-right-section" open={count > 0}>
      <summary>
        {section.title[language]}{' '}
        <span className="tt-muted">{text('held', { held: count, all: all.length })}</span>
      </summary>
      {table}
    </details>
  );
}

/** Permissions as a tree of groups, sections and areas. Checking one checks those it implies; unchecking clears those that need it. */
export function PermissionTree(tree: Props) {
  const language = useLanguage();
  return (
    <div className="tt-right-tree">
      {permissionTree.map(({ group, sections }) => (
        <div key={group} role="group" aria-label={groupLabels[group][language]}>
          <h2>{groupLabels[group][language]}</h2>
          {sections.map((section) => (
            <Section key={section.id} section={section} groupName={groupLabels[group][language]} {...tree} />
          ))}
        </div>
      ))}
    </div>
  );
}
