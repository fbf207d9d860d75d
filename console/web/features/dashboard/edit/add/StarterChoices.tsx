import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconLayoutDashboard } from '@tabler/icons-react';
import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { documentIn } from '#schemas/dashboard/translated.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useDocumentPlace } from '../../document-page.ts';
import { documentsQuery } from '../../document-queries.ts';
import { shownIn } from '../../shown-document.ts';
import type { DocumentDraftControl } from '../use-document-draft.ts';
import { useEditTexts } from '../texts/en.ts';
import './choice-card.css';
import './starter-choices.css';

/** More are in the dialog that creates a dashboard, which searches them. */
const MAX_SHOWN = 6;

/** Templates that an empty document can begin as: its draft becomes what they show. Undo empties it again. */
export function StarterChoices({ control }: { readonly control: DocumentDraftControl }) {
  const text = useEditTexts();
  const language = useLanguage();
  const { api } = useDocumentPlace();
  const { data = [] } = useQuery(documentsQuery(api));
  const [reading, setReading] = useState<number>();
  const { resource } = control.base;
  // In a customer space these are shared by the provider; the provider begins with any of its own.
  const templates = data
    .filter((each) => each.resource !== resource && each.dashlets > 0)
    .filter(({ edit }) => api.customerId === undefined || edit !== 'here')
    .slice(0, MAX_SHOWN);
  if (templates.length === 0) return null;
  const begin = async ({ id }: DocumentSummary): Promise<void> => {
    setReading(id);
    try {
      const { document } = await api.read(id);
      control.change((draft) => void Object.assign(draft, documentIn(document, language)));
    } catch (problem) {
      showToast({ text: sentenceOf(problem, language), tone: 'bad' });
    }
    setReading(undefined);
  };
  return (
    <section className="tt-starters" aria-label={text('starters')}>
      <h3>{text('starters')}</h3>
      <ul className="tt-choice-cards">
        {templates.map((template) => {
          const { name, description } = shownIn(template, language);
          return (
            <li key={template.id}>
              <button
                type="button"
                className="tt-choice-card"
                disabled={reading !== undefined}
                aria-busy={reading === template.id}
                onClick={() => void begin(template)}
              >
                <IconLayoutDashboard size={18} aria-hidden="true" />
                <strong>{name}</strong>
                <span className="tt-muted">{description}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
