import type { EditorField } from './editor-draft.ts';
import type { AlarmEditor } from './use-alarm-editor.ts';

/** Props of a section of the form. */
export interface EditorSectionProps {
  readonly editor: AlarmEditor;
  /** Id of the input of a field. */
  readonly idOf: (field: EditorField | 'period') => string;
  /** The fault of a field, once it may be shown. */
  readonly faultOf: (field: EditorField) => string | undefined;
}
