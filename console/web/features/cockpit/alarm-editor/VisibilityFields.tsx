import { useQuery } from '@tanstack/react-query';
import { Visibility } from '#schemas/cockpit/cockpit.ts';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import type { EditorSectionProps } from './section-props.ts';
import { groupsQuery } from '../cockpit-queries.ts';
import { useCockpitTexts } from '../texts/en.ts';
import './condition.css';

function Groups({ editor: { draft, send }, idOf, faultOf }: EditorSectionProps) {
  const text = useCockpitTexts();
  const { data: groups } = useQuery(groupsQuery);
  const fault = faultOf('groups');
  const toggle = (id: number, checked: boolean) =>
    send({
      type: 'edit',
      part: { groups: checked ? [...draft.groups, id] : draft.groups.filter((one) => one !== id) },
    });
  return (
    <div
      className="tt-group-list"
      id={idOf('groups')}
      role="group"
      aria-label={text('visibilityHint')}
      tabIndex={-1}
    >
      <p className="tt-field-note" data-tone="calm">
        {groups?.length === 0 ? text('noGroups') : text('visibilityHint')}
      </p>
      {groups?.map(({ id, name, members }) => (
        <div key={id} className="tt-group-line">
          <Checkbox
            label={name}
            checked={draft.groups.includes(id)}
            onChange={(checked) => toggle(id, checked)}
          />
          <span className="tt-muted">{text('members', { count: members.length })}</span>
        </div>
      ))}
      {fault !== undefined && (
        <p className="tt-field-note" data-tone="bad" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** The audience of the alarm: every user with access to alerting, or the members of some groups. */
export function VisibilityFields(props: EditorSectionProps) {
  const text = useCockpitTexts();
  const { draft, send } = props.editor;
  return (
    <fieldset className="tt-choice">
      <legend>{text('visibility')}</legend>
      <div className="tt-choice-row">
        {Visibility.options.map((visibility) => (
          <label key={visibility} className="tt-choice-item">
            <input
              type="radio"
              name="visibility"
              checked={draft.visibility === visibility}
              onChange={() => send({ type: 'edit', part: { visibility } })}
            />
            {text(visibility === 'everyone' ? 'everyone' : 'restricted')}
          </label>
        ))}
      </div>
      {draft.visibility === 'RESTRICTED' && <Groups {...props} />}
    </fieldset>
  );
}
