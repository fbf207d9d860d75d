import { Suspense, type ComponentProps } from 'react';
import { displayToken } from '#web/kernel/api/display-token.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';

/** A name on a wall: a link for who is signed in; a display token opens no other page. */
export function WallLink(props: Omit<ComponentProps<typeof ElementLink>, 'active'>) {
  const { children } = props;
  if (displayToken() !== undefined) return children;
  return (
    <Suspense fallback={children}>
      <ElementLink {...props} />
    </Suspense>
  );
}
