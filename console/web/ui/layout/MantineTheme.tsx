import { createTheme, MantineContext, MantineProvider } from '@mantine/core';
import { use, type ReactNode } from 'react';
import { useTheme } from '#web/lib/theme.ts';

const theme = createTheme({
  primaryColor: 'blue',
  respectReducedMotion: true,
  components: {
    // The description goes below, so that inputs side by side align.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    // A picture without a name, next to a field that says what it is.
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
  },
});

function Theme({ children }: { readonly children: ReactNode }) {
  return (
    // Its variables are in `styles/mantine.css`; the build leaves out the code that writes them.
    <MantineProvider
      theme={theme}
      forceColorScheme={useTheme()}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

/**
 * Gives Mantine's components their theme, unless what is around has it. Around the entire console, and around each of Mantine's components
 * that the pages before sign-in open, which load without it.
 */
export function MantineTheme({ children }: { readonly children: ReactNode }) {
  return use(MantineContext) === null ? <Theme>{children}</Theme> : children;
}
