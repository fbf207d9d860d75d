import { useEffect, useState } from 'react';
import type { NamedEditor, DocumentEditors, EditedDocument } from '#schemas/socket/editing.ts';
import { editDocument } from '#web/kernel/socket/connection.ts';

/** Pages that edit the same document; `unnamed` counts those whose names are not sent. */
interface OtherEditors {
  readonly named: readonly NamedEditor[];
  readonly unnamed: number;
}

const none: OtherEditors = { named: [], unnamed: 0 };

function othersIn({ editors, count }: DocumentEditors, own: string): OtherEditors {
  const named = editors.filter(({ id }) => id !== own);
  return { named, unnamed: Math.max(0, count - 1 - named.length) };
}

/** Names this page to the other editors of a document while it is mounted; returns who they are. */
export function useOtherEditors({ kind, resource }: EditedDocument): OtherEditors {
  const [others, setOthers] = useState(none);
  useEffect(() => {
    let own: string | undefined;
    return editDocument(
      { kind, resource },
      {
        opened(reply) {
          own = reply.ok ? reply.id : undefined;
          setOthers(reply.ok ? othersIn(reply, reply.id) : none);
        },
        editors: (editors) => own !== undefined && setOthers(othersIn(editors, own)),
        disconnected() {
          own = undefined;
          setOthers(none);
        },
      },
    );
  }, [kind, resource]);
  return others;
}
