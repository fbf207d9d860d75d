import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import { updateAlarm } from '#schemas/cockpit/routes.ts';
import { alarmTargetOf } from '#schemas/cockpit/target.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { useBuiltInHint } from '#web/kernel/text/use-built-in-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { AlarmPreviewPanel } from './AlarmPreviewPanel.tsx';
import { BoundsFields } from './BoundsFields.tsx';
import { ClearingFields } from './ClearingFields.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { KpiField } from './KpiField.tsx';
import { LevelFields } from './LevelFields.tsx';
import { OutputFields } from './OutputFields.tsx';
import { TargetField } from './TargetField.tsx';
import { VisibilityFields } from './VisibilityFields.tsx';
import type { EditorField } from './editor-draft.ts';
import { cockpitFaultText } from '../cockpit-fault-text.ts';
import type { EditorSectionProps } from './section-props.ts';
import type { AlarmEditor } from './use-alarm-editor.ts';
import { useCockpitTexts } from '../texts/en.ts';

interface Props {
  readonly editor: AlarmEditor;
  readonly cockpit: Cockpit;
  /** Opens the dialog that names the cockpit. */
  readonly onName: () => void;
}

const focusOnMount = (node: HTMLElement | null): void => node?.focus();

/** A problem that belongs to no field, focused when it appears. */
function Problem({ editor, onName }: Pick<Props, 'editor' | 'onName'>) {
  const { problem, conflict, send } = editor;
  const text = useCockpitTexts();
  const language = useLanguage();
  if (problem === undefined) return null;
  const isUnnamed = problem instanceof ApiProblem && problem.code === 'COCKPIT_UNNAMED';
  return (
    <div ref={focusOnMount} tabIndex={-1} className="tt-editor-problem">
      <Banner tone="bad">
        {sentenceOf(problem, language)}
        {isUnnamed && (
          <div className="tt-editor-conflict">
            <Button onClick={onName}>{text('rename')}</Button>
          </div>
        )}
        {conflict && (
          <div className="tt-editor-conflict">
            <Button onClick={() => send({ type: 'load stored version' })}>{text('loadStored')}</Button>
          </div>
        )}
      </Banner>
    </div>
  );
}

function KpiChange({ editor: { draft, stored } }: { readonly editor: AlarmEditor }) {
  const text = useCockpitTexts();
  const kpis = useKpis();
  if (stored === undefined || draft.kpi === null) return null;
  const { kpi, target } = draft;
  if (stored.kpi === kpi && alarmTargetOf(stored, kpis) === alarmTargetOf({ kpi, target }, kpis)) return null;
  const { customers, elements } = stored.ownThresholds;
  return <Banner tone="warning">{text('kpiChange', { count: customers + elements })}</Banner>;
}

function Actions({ editor: { send, stored, busy, dirty }, cockpit }: Pick<Props, 'editor' | 'cockpit'>) {
  const text = useCockpitTexts();
  const missing = useDisabledReason(updateAlarm);
  const disabledReason = useReachReason()(cockpit) ?? missing;
  return (
    <>
      {stored !== undefined && (
        <span className="tt-editor-remove">
          <Button kind="quiet" disabledReason={disabledReason} onClick={() => send({ type: 'delete' })}>
            {text('remove')}
          </Button>
        </span>
      )}
      <Button
        kind={dirty || stored === undefined ? 'primary' : 'secondary'}
        type="submit"
        busy={busy}
        disabledReason={disabledReason}
      >
        {text('save')}
      </Button>
    </>
  );
}

/** The definition of an alarm. */
export function AlarmForm({ editor, cockpit, onName }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const hintOf = useBuiltInHint('alarm');
  const { draft, send, faults, idOf } = editor;
  const faultOf = (field: EditorField): string | undefined => {
    const fault = faults.find((one) => one.field === field);
    return fault && cockpitFaultText(fault, language);
  };
  const section: EditorSectionProps = { editor, idOf, faultOf };
  return (
    <Form
      label={text('definition')}
      errors={editor.rejected.map((fault) => ({
        field: idOf(fault.field),
        message: cockpitFaultText(fault, language),
      }))}
      onSubmit={() => send({ type: 'save' })}
      actions={<Actions editor={editor} cockpit={cockpit} />}
    >
      <Problem editor={editor} onName={onName} />
      <TextField
        ref={editor.stored === undefined ? focusOnMount : null}
        required
        id={idOf('label')}
        label={text('label')}
        description={hintOf(draft.label)}
        value={draft.label}
        error={faultOf('label')}
        onChange={(value) => send({ type: 'edit', part: { label: value } })}
        onBlur={() => send({ type: 'leave field', field: 'label' })}
      />
      <KpiField {...section} cockpit={cockpit} />
      <TargetField {...section} />
      <KpiChange editor={editor} />
      <ConditionFields {...section} />
      <LevelFields {...section} />
      <AlarmPreviewPanel cockpitId={cockpit.id} editor={editor} />
      <BoundsFields {...section} />
      <ClearingFields {...section} />
      <OutputFields {...section} />
      <VisibilityFields {...section} />
      <Switch
        label={text('enabled')}
        description={text('enabledHint')}
        checked={draft.enabled}
        onChange={(enabled) => send({ type: 'edit', part: { enabled } })}
      />
    </Form>
  );
}
