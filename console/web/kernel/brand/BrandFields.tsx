import { useId, useState } from 'react';
import { MAX_MAIL_LOGO_BYTES, type Brand, type BrandDraft } from '#schemas/brand/brand.ts';
import { textOn } from '#schemas/brand/contrast.ts';
import { defaultPrimary, secondaryOf } from '#schemas/brand/paint.ts';
import { reportImageLimits } from '#schemas/limit/report.ts';
import { base64Of, IMAGE_TYPES } from '#web/lib/image-file.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { FileButton } from '#web/ui/field/FileButton.tsx';
import { InputFrame } from '#web/ui/field/InputFrame.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import type { Editable } from '../form/entry-of.ts';
import { useBrandTexts } from './texts/en.ts';
import './brand.css';

interface Props {
  readonly form: Editable<BrandDraft>;
  readonly stored: Brand;
}

interface ColorProps {
  readonly id: 'primary' | 'secondary';
  readonly form: Editable<BrandDraft>;
  /** What is shown without a choice. */
  readonly otherwise: string;
}

/** A colour, or that which follows without one. */
function BrandColorField({ id, form, otherwise }: ColorProps) {
  const text = useBrandTexts();
  const { draft, change } = form;
  const value = draft[id];
  return (
    <div className="tt-brand-color">
      <InputFrame
        id={id}
        label={text(id)}
        description={value === null ? text(`${id}Default`) : undefined}
        error={form.errorOf(id)}
      >
        {(input) => (
          <input
            {...input}
            type="color"
            value={value ?? otherwise}
            onChange={({ target }) => change({ [id]: target.value })}
          />
        )}
      </InputFrame>
      {value !== null && <Button onClick={() => change({ [id]: null })}>{text(`${id}None`)}</Button>}
    </div>
  );
}

function LogoField({
  form,
  stored,
  onChosen,
}: Props & { readonly onChosen: (address: string | undefined) => void }) {
  const text = useBrandTexts();
  const { draft, change, errorOf } = form;
  const hint = useId();
  const error = errorOf('logo');
  const choose = async (file: File): Promise<void> => {
    if (file.size > reportImageLimits.maxBytes) {
      showToast({ text: text('tooLarge', { name: file.name }), tone: 'bad' });
      return;
    }
    const data = await base64Of(file);
    onChosen(`data:${file.type};base64,${data}`);
    change({ logo: data });
  };
  const hasLogo = draft.logo !== null || (draft.retainsLogo && stored.logo !== null);
  return (
    <div className="tt-brand-logo" id="logo" role="group" aria-label={text('logo')} aria-describedby={hint}>
      <span className="tt-brand-label">{text('logo')}</span>
      <div className="tt-brand-buttons">
        <FileButton
          label={text(hasLogo ? 'replace' : 'upload')}
          inputLabel={text('logoFile')}
          accept={IMAGE_TYPES}
          onFile={choose}
        />
        {hasLogo && (
          <Button
            onClick={() => {
              onChosen(undefined);
              change({ logo: null, retainsLogo: false });
            }}
          >
            {text('removeLogo')}
          </Button>
        )}
      </div>
      <p id={hint} className="tt-muted">
        {text('logoHint', { size: MAX_MAIL_LOGO_BYTES / 1_000 })}
      </p>
      {error !== undefined && <p className="mantine-InputWrapper-error">{error}</p>}
    </div>
  );
}

interface PreviewProps {
  readonly primary: string;
  readonly secondary: string;
  readonly logo: string | undefined;
}

/** The head of a page as it is printed. */
function Preview({ primary, secondary, logo }: PreviewProps) {
  const text = useBrandTexts();
  return (
    <section className="tt-brand-preview" aria-label={text('preview')}>
      <div className="tt-brand-paper">
        {logo === undefined ? <span>{text('noLogo')}</span> : <img src={logo} alt={text('logo')} />}
      </div>
      <p style={{ background: primary, color: textOn(primary) }}>{text('onPrimary')}</p>
      <p style={{ background: secondary, color: textOn(secondary) }}>{text('onSecondary')}</p>
    </section>
  );
}

/** Logo and colours, and how they look on paper. */
export function BrandFields({ form, stored }: Props) {
  const { draft } = form;
  const primary = draft.primary ?? defaultPrimary;
  const [chosen, setChosen] = useState<string>();
  const storedLogo =
    stored.logo === null || !draft.retainsLogo
      ? undefined
      : `data:${stored.logo.type};base64,${stored.logo.data}`;
  return (
    <>
      <LogoField form={form} stored={stored} onChosen={setChosen} />
      <div className="tt-form-pair">
        <BrandColorField id="primary" form={form} otherwise={defaultPrimary} />
        <BrandColorField id="secondary" form={form} otherwise={secondaryOf(primary)} />
      </div>
      <Preview
        primary={primary}
        secondary={draft.secondary ?? secondaryOf(primary)}
        logo={draft.logo === null ? storedLogo : chosen}
      />
    </>
  );
}
