import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { publishTerms, readTerms, TermsText } from '#schemas/account/terms.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { ReadOnlyNote } from '#web/kernel/permission/ReadOnlyNote.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { below, routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { TermsVersions } from './TermsVersions.tsx';
import { useRuleTexts } from './texts/en.ts';

function PublishDialog({ from, onClose }: { readonly from: TermsText; readonly onClose: () => void }) {
  const text = useRuleTexts();
  const form = useForm<TermsText>({
    initial: from,
    contract: TermsText,
    async store(body) {
      const { version } = await call(publishTerms, { body });
      showToast({ text: text('published', { version }) });
    },
    touches: [below(readTerms)],
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog
      title={text('publishTitle')}
      form={form}
      action={text('publish')}
      disabledReason={useDisabledReason(publishTerms)}
      width={760}
    >
      <Banner tone="warning">{text('publishConsequence')}</Banner>
      {(['en', 'fr'] as const).map((language) => (
        <TextArea
          key={language}
          id={language}
          label={text(`terms-${language}`)}
          rows={9}
          required
          value={form.draft[language]}
          error={form.errorOf(language)}
          onChange={(value) => form.change({ [language]: value })}
        />
      ))}
    </FormDialog>
  );
}

/** Terms and conditions: the version in force, the versions before it, and who accepted them. */
export function TermsTab() {
  const text = useRuleTexts();
  const language = useLanguage();
  const [isPublishing, setPublishing] = useState(false);
  const disabledReason = useDisabledReason(publishTerms);
  const terms = useQuery(routeQuery(readTerms));
  const { data } = terms;
  return (
    <Panel label={text('tab-terms')} state={panelStateOf(terms, language)}>
      <div className="tt-form-page">
        <ReadOnlyNote call={publishTerms} />
        <p className="tt-muted">{text(data?.version === null ? 'noTerms' : 'termsHint')}</p>
        <div>
          <Button kind="primary" disabledReason={disabledReason} onClick={() => setPublishing(true)}>
            {text('publishNew')}
          </Button>
        </div>
        {data?.version !== null && <TermsVersions />}
      </div>
      {isPublishing && data !== undefined && (
        <PublishDialog from={{ en: data.en, fr: data.fr }} onClose={() => setPublishing(false)} />
      )}
    </Panel>
  );
}
