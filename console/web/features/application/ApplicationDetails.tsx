import type { ApplicationEntry } from '#schemas/application/application.ts';
import { attributeKinds } from '#schemas/application/import.ts';
import { EditElsewhere } from '#web/kernel/resource/EditElsewhere.tsx';
import { ResourceDetails } from '#web/kernel/resource/ResourceDetails.tsx';
import { useApplicationTexts } from './use-application-texts.ts';

interface Props {
  readonly application: ApplicationEntry;
  /** Shown in the space of a customer. */
  readonly isPlaced: boolean;
  readonly disabledReason: string | undefined;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** The details of a custom application beside the list. */
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
        isPlaced && edit === 'multi-client' ? (
          <EditElsewhere to="/mt/application" id={application.id} name={name} />
        ) : undefined
      }
    />
  );
}
