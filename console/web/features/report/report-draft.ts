import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { z } from 'zod';
import { isSameReport } from '#schemas/report/difference.ts';
import { REPORT_VERSION } from '#schemas/report/document.ts';
import type { ReportContent, ReportEntry } from '#schemas/report/entry.ts';
import { migratedReport } from '#schemas/report/migrations.ts';
import { reportContentFrom, reportContentIn } from '#schemas/report/translated.ts';
import type { Language } from '#web/lib/text.ts';
import { forgetDraft, readDraft, writeDraft, type StoredDraft } from '../dashboard/edit/stored-draft.ts';
import { keepsHistory } from './machine/modes.ts';
import type { reportMachine, RestoredReport } from './machine/report.machine.ts';

const Item = z.looseObject({ id: z.string(), kind: z.string(), frame: z.looseObject({}) });
const Page = z.looseObject({ id: z.string(), items: z.array(Item), filters: z.array(z.string()) });
const Content = z.looseObject({
  name: z.string(),
  document: z.preprocess(
    migratedReport,
    z.looseObject({
      version: z.literal(REPORT_VERSION),
      pages: z.array(Page).min(1),
      variables: z.array(z.looseObject({ name: z.string(), choice: z.looseObject({ id: z.string() }) })),
      filters: z.array(z.string()),
    }),
  ),
});
/** Settings of dashlets may be invalid, as while they are typed. */
const ReadableDraft = z.object({ version: z.number(), base: Content, draft: Content });

/** The draft that this browser has of a report, in a language; one of an older version starts from that one. */
export function restoredReport(entry: ReportEntry, language: Language): RestoredReport | undefined {
  const stored = readDraft<ReportContent>(
    entry.resource,
    (text) => ReadableDraft.parse(text) as unknown as StoredDraft<ReportContent>,
  );
  if (stored === undefined) return undefined;
  const isCurrent = stored.version === entry.version;
  return {
    base: isCurrent ? entry : { ...entry, ...stored.base, version: stored.version },
    content: reportContentIn(stored.draft, language),
  };
}

/** After the last change; a report of a thousand items takes some milliseconds to write. */
const WRITE_MS = 500;

const contentOf = ({ name, description, folder, document }: ReportEntry): ReportContent => ({
  name,
  description,
  folder,
  document,
});

/** Stores the draft in the browser until it is saved or discarded. */
export function useStoredReport(actor: ActorRefFrom<typeof reportMachine>, language: Language): void {
  useEffect(() => {
    const written = {
      content: actor.getSnapshot().context.report.history.value,
      base: actor.getSnapshot().context.base,
    };
    const write = (): void => {
      const { base, unchanged, report } = actor.getSnapshot().context;
      const content = report.history.value;
      if (base === undefined || (content === written.content && base === written.base)) return;
      Object.assign(written, { content, base });
      if (unchanged !== undefined && isSameReport(unchanged, content)) forgetDraft(base.resource);
      else
        writeDraft(base.resource, {
          version: base.version,
          base: contentOf(base),
          draft: reportContentFrom(content, language),
        });
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const subscription = actor.subscribe(({ context: { report } }) => {
      clearTimeout(timer);
      if (keepsHistory(report.mode)) timer = setTimeout(write, WRITE_MS);
    });
    // A tab that is closed writes what the timer would have written.
    globalThis.addEventListener('pagehide', write);
    return () => {
      subscription.unsubscribe();
      globalThis.removeEventListener('pagehide', write);
      clearTimeout(timer);
      write();
    };
  }, [actor, language]);
}
