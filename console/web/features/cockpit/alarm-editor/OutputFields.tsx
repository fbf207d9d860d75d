import { topologyLevels, type TopologyLevel } from '#schemas/cockpit/topology.ts';
import { runbookPlaceholders } from '#schemas/cockpit/runbook.ts';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { EditorSectionProps } from './section-props.ts';
import { useCockpitTexts } from '../texts/en.ts';
import './condition.css';

/** The locations an alarm shows, its runbook, and whether it is sent as a trap. */
export function OutputFields({ editor: { draft, send }, idOf, faultOf }: EditorSectionProps) {
  const text = useCockpitTexts();
  const { topology, snmpTrap } = draft;
  const toggle = (level: TopologyLevel, checked: boolean) => {
    const levels = topologyLevels.filter((one) => (one === level ? checked : topology.levels.includes(one)));
    send({ type: 'edit', part: { topology: { ...topology, levels } } });
  };
  return (
    <fieldset className="tt-choice">
      <legend>{text('output')}</legend>
      <p className="tt-field-note" data-tone="calm">
        {text('outputHint')}
      </p>
      <div className="tt-choice-row" data-plain="true">
        {topologyLevels.map((level) => (
          <Checkbox
            key={level}
            label={text(`level-${level}`)}
            checked={topology.levels.includes(level)}
            onChange={(checked) => toggle(level, checked)}
          />
        ))}
      </div>
      <TextField
        label={text('outputFilter')}
        placeholder={text('outputFilterNone')}
        value={topology.filter}
        onChange={(filter) => send({ type: 'edit', part: { topology: { ...topology, filter } } })}
      />
      <TextArea
        id={idOf('runbook')}
        label={text('runbook')}
        description={text('runbookHint', {
          placeholders: runbookPlaceholders.map((name) => `{{${name}}}`).join(' '),
        })}
        rows={2}
        value={draft.runbook ?? ''}
        error={faultOf('runbook')}
        onChange={(runbook) =>
          send({ type: 'edit', part: { runbook: runbook === '' ? undefined : runbook } })
        }
      />
      <Switch
        label={text('snmpTrap')}
        checked={snmpTrap}
        onChange={(checked) => send({ type: 'edit', part: { snmpTrap: checked } })}
      />
    </fieldset>
  );
}
