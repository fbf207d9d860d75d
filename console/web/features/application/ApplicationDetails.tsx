import { useState } from 'react';
import { IconChartBar } from '@tabler/icons-react';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { attributeKinds } from '#schemas/application/import.ts';
import { EditElsewhere } from '#web/kernel/resource/EditElsewhere.tsx';
import { ResourceDetails } from '#web/kernel/resource/ResourceDetails.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { ProvidedComparison } from './ProvidedComparison.tsx';
import { TrafficDialog } from './TrafficDialog.tsx';
import { useApplicationTexts } from './texts/en.ts';

interface Props {
  readonly application: ApplicationEntry;
  /** Undefined in the multi-client space. */
  readonly customerId: number | undefined;
  readonly disabledReason: string | undefined;
  /** What a customer can do with an application of the provider. */
  readonly overriding: readonly MenuItem[];
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** In the space of a customer: its actions on an application of the provider, which the Admin space edits. */
function OnProvided({ application, overriding }: Pick<Props, 'application' | 'overriding'>) {
  const { id, name, edit } = application;
  return (
    <>
      <div className="tt-application-acts">
        {overriding.map(
          (item) =>
            item.is === 'action' && (
              <Button
                key={item.label}
                icon={item.icon}
                disabledReason={item.disabledReason}
                onClick={item.run}
              >
                {item.label}
              </Button>
            ),
        )}
      </div>
      {edit === 'multi-client' && <EditElsewhere to="/mt/application" id={id} name={name} />}
    </>
  );
}

function Traffic(shown: { readonly customerId: number; readonly application: ApplicationEntry }) {
  const text = useApplicationTexts();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button icon={<IconChartBar size={15} />} onClick={() => setOpen(true)}>
        {text('traffic')}
      </Button>
      {open && <TrafficDialog {...shown} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The details of a custom application next to the list. */
export function ApplicationDetails({ application, customerId, overriding, ...acts }: Props) {
  const text = useApplicationTexts();
  const { name, category, attributes, type, state, override, overriddenBy } = application;
  const isProvided = customerId !== undefined && type === 'provider';
  const values = attributeKinds
    .filter((kind) => attributes[kind].length > 0)
    .map((kind) => [text(kind), attributes[kind].join(', ')] as const);
  const own = [...values, ...(category === '' ? [] : [[text('category'), category] as const])];
  const customers = overriddenBy.map((customer) => customer.name).join(', ');
  return (
    <ResourceDetails
      {...acts}
      resource={application}
      label={text('details', { name })}
      facts={[
        [text('type'), text(`type-${type}`)],
        [text('state'), text(`state-${state}`)],
        ...(overriddenBy.length === 0 ? [] : [[text('overriders'), customers] as const]),
        ...(override === null ? own : []),
      ]}
      elsewhere={isProvided ? <OnProvided application={application} overriding={overriding} /> : undefined}
    >
      {override !== null && <ProvidedComparison application={application} override={override} />}
      {customerId !== undefined && (
        <Traffic key={application.id} customerId={customerId} application={application} />
      )}
    </ResourceDetails>
  );
}
