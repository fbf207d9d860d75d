import { Fragment } from 'react';
import type { NamedEditor, EditedDocument } from '#schemas/socket/editing.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { useEditTexts } from '../texts/en.ts';
import { useOtherEditors } from './use-other-editors.ts';

/** Names in the sentence; of the others there is a count. */
const MAX_NAMES = 3;

/** Who else has the document open for editing, before both save. */
export function OtherEditorsNotice({ document }: { readonly document: EditedDocument }) {
  const text = useEditTexts();
  const { user } = useSession();
  const { named, unnamed } = useOtherEditors(document);
  const [first] = named;
  if (first === undefined) return null;
  const isOne = named.length + unnamed === 1;
  const sentenceOf = ({ account, name }: NamedEditor): ((time: string) => string) => {
    if (account === user.id) return (time) => text(isOne ? 'editedByYou' : 'editorYou', { time });
    return (time) => text(isOne ? `editedBy_${document.kind}` : 'editorSince', { name, time });
  };
  const shown = named.slice(0, MAX_NAMES);
  const others = named.length - shown.length + unnamed;
  return (
    <Banner tone="info">
      {!isOne && text(`alsoEdited_${document.kind}`)}
      {shown.map((editor, at) => (
        <Fragment key={editor.id}>
          {!isOne && (at === 0 ? ' ' : ', ')}
          <TimeIn at={editor.since} as="time" sentence={sentenceOf(editor)} />
        </Fragment>
      ))}
      {others > 0 && ` ${text('editorsMore', { count: others })}`}
      {isOne ? ' ' : '. '}
      {text('editedHint')}
    </Banner>
  );
}
