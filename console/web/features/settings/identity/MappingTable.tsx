import { IconPlus, IconTrash } from '@tabler/icons-react';
import {
  identityProperties,
  listedProperties,
  valueSeparators,
  type IdentityMapping,
} from '#schemas/settings/identity/mapping.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { emptyMapping, nullIfEmpty, replaceAt, removeAt } from './list-draft.ts';
import { useIdentityTexts } from './texts/en.ts';

type MappingSource = 'SAML' | 'EXTRA' | 'ID_TOKEN' | 'USERINFO';

interface TableProps<Mapping extends IdentityMapping> {
  readonly mappings: readonly Mapping[];
  /** Sources of the protocol, the most common one first. */
  readonly sources: readonly [Mapping['source'] & MappingSource, ...(Mapping['source'] & MappingSource)[]];
  readonly fault: string | undefined;
  /** The fault at a path such as `mappings.0.path`. */
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (mappings: Mapping[]) => void;
}

interface RowProps {
  readonly mapping: IdentityMapping;
  readonly sources: readonly MappingSource[];
  readonly at: number;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (part: Partial<IdentityMapping>) => void;
  readonly onRemove: () => void;
}

const named: readonly IdentityMapping['type'][] = ['ROLE', 'PROFILE', 'CUSTOMER'];
const separators = ['NONE', 'COMMA', 'SEMICOLON', 'PIPE', 'SPACE'] as const;
const separatorOf = (value: string): IdentityMapping['separator'] =>
  Object.hasOwn(valueSeparators, value) ? (value as IdentityMapping['separator']) : null;

/** How a value that lists several entries is split. */
function SeparatorCell({ mapping, at, onChange }: RowProps) {
  const text = useIdentityTexts();
  return (
    <td>
      {listedProperties.includes(mapping.type) && (
        <Select
          quietLabel
          label={text('separatorOf', { number: at + 1 })}
          value={mapping.separator ?? 'NONE'}
          options={separators.map((value) => ({ value, label: text(`separator-${value}`) }))}
          onChange={(value) => onChange({ separator: separatorOf(value) })}
        />
      )}
    </td>
  );
}

/** The expected value, its target, and whether it matches by name or ID. */
function MatchCells({ mapping, at, errorAt, onChange }: RowProps) {
  const text = useIdentityTexts();
  const { type, expected, target, by } = mapping;
  const path = (name: string) => `mappings.${String(at)}.${name}`;
  const entry = (name: 'expected' | 'target', value: string | null) => (
    <TextField
      quietLabel
      id={path(name)}
      label={text(`${name}Of`, { number: at + 1 })}
      value={value ?? ''}
      error={errorAt(path(name))}
      onChange={(next) => onChange({ [name]: nullIfEmpty(next) })}
    />
  );
  return (
    <>
      <td>{entry('expected', expected)}</td>
      <td>{type !== 'CUSTOMER' && named.includes(type) && expected !== null && entry('target', target)}</td>
      <td>
        {named.includes(type) && (
          <Select
            quietLabel
            label={text('byOf', { number: at + 1 })}
            value={by}
            options={(['name', 'id'] as const).map((value) => ({ value, label: text(`by-${value}`) }))}
            onChange={(value) => onChange({ by: value === 'id' ? 'id' : 'name' })}
          />
        )}
      </td>
    </>
  );
}

function MappingRow(props: RowProps) {
  const { mapping, sources, at, errorAt, onChange, onRemove } = props;
  const text = useIdentityTexts();
  const number = at + 1;
  return (
    <tr>
      <td>
        <Select
          quietLabel
          label={text('typeOf', { number })}
          value={mapping.type}
          options={identityProperties.map((value) => ({ value, label: text(`property-${value}`) }))}
          onChange={(value) => onChange({ type: value as IdentityMapping['type'] })}
        />
      </td>
      <td>
        <Select
          quietLabel
          label={text('sourceOf', { number })}
          value={mapping.source}
          options={sources.map((value) => ({ value, label: text(`source-${value}`) }))}
          onChange={(source) => onChange({ source })}
        />
      </td>
      <td>
        <TextField
          quietLabel
          id={`mappings.${String(at)}.path`}
          label={text('pathOf', { number })}
          value={mapping.path}
          error={errorAt(`mappings.${String(at)}.path`)}
          onChange={(path) => onChange({ path })}
        />
      </td>
      <SeparatorCell {...props} />
      <MatchCells {...props} />
      <td>
        <IconButton
          label={text('removeMapping', { number })}
          icon={<IconTrash size={15} />}
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}

const columns = ['property', 'source', 'path', 'separator', 'expected', 'target', 'by'] as const;

function MappingHead() {
  const text = useIdentityTexts();
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {text(column)}
          </th>
        ))}
        <th scope="col">
          <span className="tt-hidden">{text('remove')}</span>
        </th>
      </tr>
    </thead>
  );
}

/** The mappings from attributes or claims to properties of a user. */
export function MappingTable<Mapping extends IdentityMapping>({
  mappings,
  sources,
  fault,
  errorAt,
  onChange,
}: TableProps<Mapping>) {
  const text = useIdentityTexts();
  const [firstSource] = sources;
  return (
    <fieldset className="tt-form-group" id="mappings" tabIndex={-1}>
      <legend>{text('mappings')}</legend>
      <p className="tt-muted">{text('mappingsHint')}</p>
      {fault !== undefined && <p className="tt-field-fault">{fault}</p>}
      <div className="tt-settings-table">
        <table aria-label={text('mappings')}>
          <MappingHead />
          <tbody>
            {mappings.map((mapping, at) => (
              <MappingRow
                // oxlint-disable-next-line react/no-array-index-key -- a mapping has no id but its position
                key={at}
                mapping={mapping}
                sources={sources}
                at={at}
                errorAt={errorAt}
                onChange={(part) => onChange(replaceAt(mappings, at, part as Partial<Mapping>))}
                onRemove={() => onChange(removeAt(mappings, at))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button
          icon={<IconPlus size={15} />}
          onClick={() => onChange([...mappings, emptyMapping(firstSource) as unknown as Mapping])}
        >
          {text('addMapping')}
        </Button>
      </div>
    </fieldset>
  );
}
