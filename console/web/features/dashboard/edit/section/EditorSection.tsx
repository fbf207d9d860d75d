import { useId, useState, type ReactNode } from 'react';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEditTexts } from '../texts/en.ts';
import { isOpenSection, rememberSection, type EditorSectionName } from './editor-sections.ts';
import './editor-section.css';

interface Props {
  readonly name: EditorSectionName;
  /** Whether one of its settings is not valid: then it is open. */
  readonly isFaulty: boolean;
  readonly children: ReactNode;
}

/** A part of the settings of a dashlet that can be folded. Whether it is, is remembered for all dashlets. */
export function EditorSection({ name, isFaulty, children }: Props) {
  const text = useEditTexts();
  const body = useId();
  const [isChosen, setIsChosen] = useState(() => isOpenSection(name));
  // Corrected, it stays as it is under the hands of the user.
  if (isFaulty && !isChosen) setIsChosen(true);
  const isOpen = isChosen || isFaulty;
  const title = text(`section_${name}`);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className="tt-editor-section" aria-label={title}>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          // What is to be corrected stays in view.
          disabled={isFaulty}
          onClick={() => {
            setIsChosen(!isOpen);
            rememberSection(name, !isOpen);
          }}
        >
          <Icon size={15} aria-hidden="true" />
          {title}
          {isFaulty && (
            <IconAlertTriangle
              className="tt-editor-section-fault"
              size={15}
              aria-label={text('sectionFaulty')}
            />
          )}
        </button>
      </h3>
      {isOpen && (
        <div id={body} className="tt-editor-section-body">
          {children}
        </div>
      )}
    </section>
  );
}
