import type { EditorField } from './editor-draft.ts';
import type { AlarmEditor } from './use-alarm-editor.ts';

/** What a part of the form works with. */
export interface EditorSectionProps {
  readonly editor: AlarmEditor;
  /** Id of the input of a field. */
  readonly idOf: (field: EditorField | 'period') => string;
  /** What stands against a field, once it may be said. */
  readonly faultOf: (field: EditorField) => string | undefined;
}
