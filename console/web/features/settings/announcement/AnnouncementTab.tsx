import { useQuery } from '@tanstack/react-query';
import {
  AnnouncementDraft,
  announcedIn,
  readAnnouncement,
  updateAnnouncement,
  type Announcement,
} from '#schemas/settings/announcement/announcement.ts';
import { useState } from 'react';
import { AnnouncementNotice } from '#web/kernel/announcement/AnnouncementNotice.tsx';
import { AnnouncedMessage } from '#web/kernel/announcement/AnnouncedMessage.tsx';
import '#web/kernel/announcement/announcement.css';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { FormPage } from '#web/kernel/form/FormPage.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { useAnnouncementSettingsTexts } from './texts/en.ts';

interface PreviewProps {
  readonly draft: Announcement;
}

/** A popup covers the page: it opens on request. */
function PopupPreview({ draft }: PreviewProps) {
  const text = useAnnouncementSettingsTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('showPopup')}</Button>
      {isOpen && <AnnouncementNotice announcement={draft} onClose={() => setOpen(false)} />}
    </>
  );
}

function BannerPreview({ draft }: PreviewProps) {
  const language = useLanguage();
  return (
    <Banner tone="info">
      <span className="tt-announcement">
        <AnnouncedMessage message={announcedIn(draft, language)} />
      </span>
    </Banner>
  );
}

function Preview({ draft }: PreviewProps) {
  const text = useAnnouncementSettingsTexts();
  const isShown = draft.enabled && draft.message.trim() !== '';
  const Shown = draft.format === 'banner' ? BannerPreview : PopupPreview;
  return (
    <section className="tt-settings-preview" aria-label={text('preview')}>
      <h2>{text('preview')}</h2>
      {isShown ? <Shown draft={draft} /> : <p className="tt-muted">{text('noPreview')}</p>}
    </section>
  );
}

function AnnouncementForm({ stored }: { readonly stored: Announcement }) {
  const text = useAnnouncementSettingsTexts();
  const form = useForm<Announcement>({
    initial: stored,
    contract: AnnouncementDraft,
    store: (body) => call(updateAnnouncement, { body }),
    done: () => text('announcementSaved'),
    touches: [readAnnouncement],
  });
  const { draft, change } = form;
  return (
    <FormPage label={text('title')} form={form} action={text('save')} saving={updateAnnouncement}>
      <Switch
        label={text('announcementEnabled')}
        description={text('announcementHint')}
        checked={draft.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <TextArea
        id="message"
        label={text('message')}
        description={text('messageHint')}
        rows={4}
        maxLength={2_000}
        value={draft.message}
        error={form.errorOf('message')}
        onChange={(message) => change({ message })}
      />
      <TextArea
        id="messageFr"
        label={text('messageFr')}
        description={text('messageFrHint')}
        rows={4}
        maxLength={2_000}
        value={draft.messageFr ?? ''}
        error={form.errorOf('messageFr')}
        onChange={(messageFr) => change({ messageFr })}
      />
      <Select
        label={text('format')}
        value={draft.format}
        options={(['banner', 'popup'] as const).map((value) => ({ value, label: text(`format-${value}`) }))}
        onChange={(value) => change({ format: value === 'popup' ? 'popup' : 'banner' })}
      />
      <Preview draft={draft} />
    </FormPage>
  );
}

/** The announcement shown to every user who signs in. */
export function AnnouncementTab() {
  const text = useAnnouncementSettingsTexts();
  const language = useLanguage();
  const stored = useQuery(routeQuery(readAnnouncement));
  return (
    <Panel label={text('title')} state={panelStateOf(stored, language)} skeleton="block">
      <div className="tt-form-page">
        {stored.data !== undefined && <AnnouncementForm key={stored.dataUpdatedAt} stored={stored.data} />}
      </div>
    </Panel>
  );
}
