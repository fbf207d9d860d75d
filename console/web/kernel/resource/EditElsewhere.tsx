import { Link } from '@tanstack/react-router';
import { IconPencil } from '@tabler/icons-react';
import { warningText } from '#schemas/problem/warning.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useResourceTexts } from './use-resource-texts.ts';

interface Props {
  /** The page of these resources in the multi-client space. */
  readonly to: '/mt/application' | '/mt/cluster';
  /** As its address names it there. */
  readonly id: number;
  readonly name: string;
}

/** What is shared between customers is edited in the multi-client space: there is the way. */
export function EditElsewhere({ to, id, name }: Props) {
  const text = useResourceTexts();
  const language = useLanguage();
  return (
    <>
      <Banner tone="info">{warningText('SHARED_BETWEEN_CUSTOMERS', language)}</Banner>
      <div>
        <Link
          className="tt-button"
          to={to}
          search={{ open: id }}
          aria-label={text('editElsewhereOf', { name })}
        >
          <IconPencil size={15} />
          {text('editElsewhere')}
        </Link>
      </div>
    </>
  );
}
