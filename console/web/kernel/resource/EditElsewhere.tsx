import { Link } from '@tanstack/react-router';
import { IconPencil } from '@tabler/icons-react';
import { warningText } from '#schemas/problem/warning.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useResourceTexts } from './texts/en.ts';

interface Props {
  /** Page of these resources in the multi-client space. */
  readonly to: '/mt/application' | '/mt/cluster';
  /** Its parameter in the address of that page. */
  readonly id: number;
  readonly name: string;
}

/** Link to the multi-client space, where shared resources are edited. */
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
