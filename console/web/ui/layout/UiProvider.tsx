import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTheme } from '#web/lib/theme.ts';
import { Toasts } from '../feedback/Toasts.tsx';

const theme = createTheme({
  fontFamily: 'var(--tt-font)',
  defaultRadius: 6,
  primaryColor: 'blue',
  respectReducedMotion: true,
  components: {
    // A hint below: entries side by side stay in line.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
});

/** Theme of the third-party parts and the place for messages; the only wrapper a page needs. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} forceColorScheme={useTheme()}>
      {children}
      <Toasts />
    </MantineProvider>
  );
}
