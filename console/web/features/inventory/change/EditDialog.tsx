import { useState } from 'react';
import {
  previewAttributes,
  updateAttributes,
  type ElementDifference,
} from '#schemas/inventory/change/attribute-routes.ts';
import type { AttributeName } from '#schemas/inventory/change/attributes.ts';
import { useActionTexts } from '#web/kernel/action-log/texts/en.ts';
import { call } from '#web/kernel/api/call.ts';
import { serverFaults } from '#web/kernel/form/server-faults.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Form } from '#web/ui/field/Form.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { AttributeFields } from './AttributeFields.tsx';
import { changeOf, draftOf, editedAttributes, type AttributeDraft } from './attribute-draft.ts';
import { forEachPart, type ChangeTarget } from './change-target.ts';
import { ChangeStep } from './ChangeStep.tsx';
import { DifferenceView } from './DifferenceView.tsx';
import { useChangeTexts } from './texts/en.ts';
import { useChange } from './use-changes.ts';

interface Props {
  readonly target: ChangeTarget;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** What the elements of a customer become. */
interface Planned {
  readonly customerId: number;
  readonly elements: readonly ElementDifference[];
}

/** Sentences of the server by attribute: `networks.0` is at `networks`. */
function errorsOf(
  problem: unknown,
  inputs: readonly string[],
  language: Language,
): ReadonlyMap<string, string> {
  const { faults } = serverFaults(problem ?? undefined, { inputs, fieldByCode: {}, language });
  return new Map(faults.map(({ path, message }) => [path.split('.')[0] ?? path, message]));
}

function useDraft({ element, kind }: ChangeTarget) {
  const before = element && draftOf(element);
  const [draft, setDraft] = useState<AttributeDraft>(before ?? {});
  const change = (part: AttributeDraft): void => setDraft((known) => ({ ...known, ...part }));
  const choose = (names: readonly string[]): void =>
    setDraft((known) =>
      Object.fromEntries(
        editedAttributes(kind, false)
          .filter((name) => names.includes(name))
          .map((name) => [name, known[name] ?? '']),
      ),
    );
  return { draft, change, choose, changes: changeOf(draft, before) };
}

interface FieldsProps {
  readonly target: ChangeTarget;
  readonly edit: ReturnType<typeof useDraft>;
  readonly problem: unknown;
  readonly busy: boolean;
  readonly onPreview: () => void;
  readonly onClose: () => void;
}

/** The first step: the attributes. Of many elements, the user chooses which. */
function FieldsStep({ target, edit, problem, busy, onPreview, onClose }: FieldsProps) {
  const text = useChangeTexts();
  const actionText = useActionTexts();
  const language = useLanguage();
  const { kind, count, element } = target;
  const { draft, change, choose, changes } = edit;
  const names =
    element === undefined ? (Object.keys(draft) as AttributeName[]) : editedAttributes(kind, true);
  const isEmpty = Object.keys(changes).length === 0;
  return (
    <Dialog
      open
      title={element === undefined ? text('editTitle', { count }) : text('editOne', { name: element.name })}
      onClose={onClose}
    >
      <Form
        label={text('edit')}
        onSubmit={onPreview}
        actions={
          <>
            <Button onClick={onClose}>{text('cancel')}</Button>
            <Button
              kind="primary"
              type="submit"
              busy={busy}
              disabledReason={isEmpty ? text('nothingToChange') : undefined}
            >
              {text('showChanges')}
            </Button>
          </>
        }
      >
        {element === undefined && (
          <MultiSelect
            label={text('attributesToChange')}
            placeholder={text('chooseAttributes')}
            // Names are unique at their place: many elements cannot have the same.
            options={editedAttributes(kind, false)
              .filter((name) => name !== 'name')
              .map((value) => ({ value, label: actionText(`attribute_${value}`) }))}
            values={names}
            onChange={choose}
          />
        )}
        <AttributeFields
          names={names}
          draft={draft}
          isOne={element !== undefined}
          errors={errorsOf(problem, names, language)}
          onChange={change}
        />
      </Form>
    </Dialog>
  );
}

interface DifferenceProps {
  readonly planned: readonly Planned[];
  readonly busy: boolean;
  readonly onApply: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** The second step: what changes. */
function DifferenceStep({ planned, busy, onApply, onBack, onClose }: DifferenceProps) {
  const text = useChangeTexts();
  const differing = planned.flatMap(({ elements }) => elements);
  const { length: count } = differing;
  return (
    <ChangeStep
      title={text('changesTitle', { count })}
      apply={text('apply', { count })}
      nothing={count === 0 ? text('noChange') : undefined}
      busy={busy}
      onApply={onApply}
      onBack={onBack}
      onClose={onClose}
    >
      <DifferenceView elements={differing} />
    </ChangeStep>
  );
}

/** Edits attributes of one or many elements: fields first, then the difference, then it is applied. */
export function EditDialog({ target, onDone, onClose }: Props) {
  const text = useChangeTexts();
  const language = useLanguage();
  const { kind } = target;
  const edit = useDraft(target);
  const { changes } = edit;
  const [planned, setPlanned] = useState<readonly Planned[]>();
  const preview = useAction([]);
  const plan = () =>
    forEachPart(target, async ({ customerId, chosen }): Promise<Planned> => {
      const body = { chosen, change: changes };
      const { elements } = await call(previewAttributes, { params: { customerId, kind }, body });
      return { customerId, elements: elements.filter(({ fields }) => fields.length > 0) };
    });
  const showFaults = (error: unknown): void => {
    const { problem } = serverFaults(error, { inputs: Object.keys(changes), fieldByCode: {}, language });
    if (problem !== undefined) showToast({ text: problem, tone: 'bad' });
  };
  const back = (): void => setPlanned(undefined);
  const apply = useChange({
    async send(all: readonly Planned[]) {
      let changed = 0;
      for (const { customerId, elements } of all.filter((one) => one.elements.length > 0)) {
        const named = elements.map(({ id, version }) => ({ id, version }));
        const body = { elements: named, change: changes };
        changed += (await call(updateAttributes, { params: { customerId, kind }, body })).changed;
      }
      return changed;
    },
    summaryOf: (changed) => text('edited', { count: changed }),
    onDone() {
      onDone();
      onClose();
    },
    onFailure: back,
  });
  if (planned === undefined)
    return (
      <FieldsStep
        target={target}
        edit={edit}
        onClose={onClose}
        problem={preview.problem ?? apply.problem}
        busy={preview.isPending}
        onPreview={() => preview.run(plan, { onDone: setPlanned, onProblem: showFaults })}
      />
    );
  return (
    <DifferenceStep
      planned={planned}
      onClose={onClose}
      busy={apply.isPending}
      onApply={() => apply.run(planned)}
      onBack={back}
    />
  );
}
