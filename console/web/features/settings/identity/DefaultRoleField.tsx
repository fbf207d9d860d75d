import { Select } from '#web/ui/field/Select.tsx';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useIdentityTexts } from './texts/en.ts';

/** A role that an identity provider can assign. */
export interface AssignableRole {
  readonly id: number;
  readonly label: string;
}

interface Props {
  readonly value: number | null;
  readonly roles: readonly AssignableRole[];
  readonly error: string | undefined;
  readonly onChange: (role: number | null) => void;
}

const NO_ROLE = 'none';

/** The role of users to whom no mapping assigns one. */
export function DefaultRoleField({ value, roles, error, onChange }: Props) {
  const text = useIdentityTexts();
  const nameOf = useBuiltInName('role');
  return (
    <Select
      id="defaultRole"
      label={text('defaultRole')}
      value={value === null ? NO_ROLE : String(value)}
      options={[
        { value: NO_ROLE, label: text('noDefaultRole') },
        ...roles.map(({ id, label }) => ({ value: String(id), label: nameOf(label) })),
      ]}
      searchable
      error={error}
      onChange={(chosen) => onChange(chosen === NO_ROLE ? null : Number(chosen))}
    />
  );
}
