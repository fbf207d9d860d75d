import { accessTo } from '#schemas/resource/access.ts';
import type { PlacedKind } from '#schemas/resource/kind.ts';
import type { Named, PlacedVisibility } from '#schemas/resource/resource.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { useSession } from '../session/session.ts';
import { useResourceTexts } from './texts/en.ts';

interface Props {
  readonly kind: PlacedKind;
  readonly customerId: number;
  /** Undefined for a new resource, which the user will own. */
  readonly owner: Named | null | undefined;
  readonly value: PlacedVisibility;
  readonly onChange: (visibility: PlacedVisibility) => void;
}

/** Kinds that are only read: nothing is measured by them. */
const isDocument = (kind: PlacedKind): boolean =>
  kind === 'dashboard' || kind === 'home' || kind === 'report';

const unshared = { everyone: false, profiles: [], clients: [] };

/** Visibilities that leave the user write access, by the same rule as the server. */
export function useAllowedVisibilities({ kind, customerId, owner }: Omit<Props, 'value' | 'onChange'>) {
  const { user, permissions } = useSession();
  const viewer = {
    id: user.id,
    permissions: new Set(permissions),
    customers: new Set([customerId]),
    profiles: new Set<number>(),
    unrestrictedProfiles: new Set<number>(),
    owners: new Set<number>(),
    allCustomers: false,
  };
  const holder = owner === undefined ? user.id : (owner?.id ?? null);
  return (['public', 'private'] as const).filter(
    (visibility) =>
      accessTo({ kind, customer: customerId, owner: holder, visibility, share: unshared }, viewer).write,
  );
}

/** Visible to every user of the customer, or to its owner only. */
export function VisibilityField({ value, onChange, ...props }: Props) {
  const text = useResourceTexts();
  const allowed = useAllowedVisibilities(props);
  const shown = allowed.includes(value) ? allowed : [value, ...allowed];
  const hint =
    value === 'private' && isDocument(props.kind) ? 'privateDocumentHint' : (`${value}Hint` as const);
  const why = shown.length === 1 ? text('privateRefused') : text(hint);
  return (
    <Select
      id="visibility"
      label={text('visibility')}
      description={why}
      options={shown.map((visibility) => ({ value: visibility, label: text(visibility) }))}
      value={value}
      onChange={(chosen) => onChange(chosen === 'private' ? 'private' : 'public')}
    />
  );
}
