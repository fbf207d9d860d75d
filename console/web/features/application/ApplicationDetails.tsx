import { Link } from '@tanstack/react-router';
import { IconPencil } from '@tabler/icons-react';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { attributeKinds } from '#schemas/application/import.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { ResourceDetails } from '#web/kernel/resource/ResourceDetails.tsx';
import { useResourceTexts } from '#web/kernel/resource/use-resource-texts.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { useApplicationTexts } from './use-application-texts.ts';

interface Props {
  readonly application: ApplicationEntry;
  /** Seen in the space of a customer. */
  readonly isPlaced: boolean;
  readonly refusal: string | undefined;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** What is shared between customers is edited in the multi-client space: there is the way. */
function EditElsewhere({ application: { id, name } }: Pick<Props, 'application'>) {
  const text = useApplicationTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  return (
    <>
      <Banner tone="info">{warningText('SHARED_BETWEEN_CUSTOMERS', language)}</Banner>
      <div>
        <Link
          className="tt-button"
          to="/mt/application"
          search={{ open: id }}
          aria-label={text('editElsewhereOf', { name })}
        >
          <IconPencil size={15} />
          {resource('editElsewhere')}
        </Link>
      </div>
    </>
  );
}

/** A custom application to read, beside the list. */
export function ApplicationDetails({ application, isPlaced, ...acts }: Props) {
  const text = useApplicationTexts();
  const { name, category, attributes, edit } = application;
  const values = attributeKinds
    .filter((kind) => attributes[kind].length > 0)
    .map((kind) => [text(kind), attributes[kind].join(', ')] as const);
  return (
    <ResourceDetails
      {...acts}
      resource={application}
      label={text('details', { name })}
      facts={[...values, ...(category === '' ? [] : [[text('category'), category] as const])]}
      elsewhere={
        isPlaced && edit === 'multi-client' ? <EditElsewhere application={application} /> : undefined
      }
    />
  );
}
