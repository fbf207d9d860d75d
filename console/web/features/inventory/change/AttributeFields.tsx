import { discoveredAttributes, type AttributeName } from '#schemas/inventory/change/attributes.ts';
import { infrastructures } from '#schemas/inventory/list/infrastructure.ts';
import { infrastructureNames } from '#schemas/inventory/list/infrastructure-names.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useActionTexts } from '#web/kernel/action-log/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { AttributeDraft } from './attribute-draft.ts';
import { useChangeTexts } from './texts/en.ts';

interface Props {
  readonly names: readonly AttributeName[];
  readonly draft: AttributeDraft;
  /** Tags are replaced in full instead of added. */
  readonly isOne: boolean;
  /** Sentences of the server by attribute. */
  readonly errors: ReadonlyMap<string, string>;
  readonly onChange: (part: AttributeDraft) => void;
}

function useHint(name: AttributeName): string | undefined {
  const text = useChangeTexts();
  if (discoveredAttributes.has(name)) return text('discovered');
  if (name.startsWith('bandwidth')) return text('bandwidthHint');
  return name.endsWith('Tags') ? text('tagsHint') : undefined;
}

function AttributeField({ name, draft, isOne, errors, onChange }: Props & { readonly name: AttributeName }) {
  const text = useChangeTexts();
  const actionText = useActionTexts();
  const language = useLanguage();
  const hint = useHint(name);
  const label = actionText(isOne && name === 'addTags' ? 'attribute_tags' : `attribute_${name}`);
  const shared = {
    label,
    value: draft[name] ?? '',
    error: errors.get(name),
    onChange: (value: string) => onChange({ [name]: value }),
  };
  if (name === 'infrastructure')
    return (
      <Select
        {...shared}
        options={[
          { value: '', label: text('ofKind') },
          ...infrastructures.map((value) => ({ value, label: infrastructureNames[value][language] })),
        ]}
      />
    );
  if (name === 'networks')
    return <TextArea {...shared} rows={3} maxLength={4_000} description={text('onePerLine')} />;
  return <TextField {...shared} description={hint} />;
}

/** A field for each attribute. */
export function AttributeFields(props: Props) {
  return props.names.map((name) => <AttributeField key={name} {...props} name={name} />);
}
