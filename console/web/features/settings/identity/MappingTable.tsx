import { IconPlus, IconTrash } from '@tabler/icons-react';
import { samlProperties, type SamlMapping } from '#schemas/settings/saml/saml.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSamlTexts } from './use-saml-texts.ts';
import { emptyMapping, nullIfEmpty, replaceAt, removeAt } from './saml-draft.ts';
import type { SamlForm } from './saml-form.ts';

interface RowProps {
  readonly form: SamlForm;
  readonly mapping: SamlMapping;
  readonly at: number;
}

const named: readonly SamlMapping['type'][] = ['ROLE', 'PROFILE', 'CUSTOMER'];

/** The expected value, its target, and whether it matches by name or ID. */
function MatchCells({ form, mapping, at }: RowProps) {
  const text = useSamlTexts();
  const { type, expected, target, by } = mapping;
  const path = (name: string) => `mappings.${String(at)}.${name}`;
  const change = (part: Partial<SamlMapping>) =>
    form.change({ mappings: replaceAt(form.draft.mappings, at, part) });
  const entry = (name: 'expected' | 'target', value: string | null) => (
    <TextField
      quietLabel
      id={path(name)}
      label={text(`${name}Of`, { number: at + 1 })}
      value={value ?? ''}
      error={form.errorAt(path(name))}
      onChange={(next) => change({ [name]: nullIfEmpty(next) })}
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
            onChange={(value) => change({ by: value === 'id' ? 'id' : 'name' })}
          />
        )}
      </td>
    </>
  );
}

function MappingRow({ form, mapping, at }: RowProps) {
  const text = useSamlTexts();
  const { mappings } = form.draft;
  const number = at + 1;
  const change = (part: Partial<SamlMapping>) => form.change({ mappings: replaceAt(mappings, at, part) });
  return (
    <tr>
      <td>
        <Select
          quietLabel
          label={text('typeOf', { number })}
          value={mapping.type}
          options={samlProperties.map((value) => ({ value, label: text(`property-${value}`) }))}
          onChange={(value) => change({ type: value as SamlMapping['type'] })}
        />
      </td>
      <td>
        <Select
          quietLabel
          label={text('sourceOf', { number })}
          value={mapping.source}
          options={(['SAML', 'EXTRA'] as const).map((value) => ({ value, label: text(`source-${value}`) }))}
          onChange={(value) => change({ source: value === 'EXTRA' ? 'EXTRA' : 'SAML' })}
        />
      </td>
      <td>
        <TextField
          quietLabel
          id={`mappings.${String(at)}.path`}
          label={text('pathOf', { number })}
          value={mapping.path}
          error={form.errorAt(`mappings.${String(at)}.path`)}
          onChange={(path) => change({ path })}
        />
      </td>
      <MatchCells form={form} mapping={mapping} at={at} />
      <td>
        <IconButton
          label={text('removeMapping', { number })}
          icon={<IconTrash size={15} />}
          onClick={() => form.change({ mappings: removeAt(mappings, at) })}
        />
      </td>
    </tr>
  );
}

const columns = ['property', 'source', 'path', 'expected', 'target', 'by'] as const;

/** The mappings from attributes to properties of a user. */
export function MappingTable({ form }: { readonly form: SamlForm }) {
  const text = useSamlTexts();
  const { mappings } = form.draft;
  const fault = form.errorOf('mappings');
  return (
    <fieldset className="tt-form-group" id="mappings" tabIndex={-1}>
      <legend>{text('mappings')}</legend>
      <p className="tt-muted">{text('mappingsHint')}</p>
      {fault !== undefined && <p className="tt-field-fault">{fault}</p>}
      <div className="tt-settings-table">
        <table aria-label={text('mappings')}>
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
          <tbody>
            {mappings.map((mapping, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a mapping has no id but its position
              <MappingRow key={at} form={form} mapping={mapping} at={at} />
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button
          icon={<IconPlus size={15} />}
          onClick={() => form.change({ mappings: [...mappings, emptyMapping] })}
        >
          {text('addMapping')}
        </Button>
      </div>
    </fieldset>
  );
}
