import { type ActionIconProps, type ComboboxProps, type CSSVariablesResolver, createTheme } from '@mantine/core'

// The same tokens for both schemes: tokens.css switches them with the colour scheme of the system.
const colours = {
  '--mantine-color-body': 'var(--card)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--grey)',
  '--mantine-color-placeholder': 'var(--grey)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-disabled': 'var(--soft)',
  '--mantine-color-disabled-color': 'var(--faint)',
  '--mantine-color-disabled-border': 'var(--line)',
}

export const tokens: CSSVariablesResolver = () => ({ variables: {}, light: colours, dark: colours })

/** The options of a field. They stay inside a dialog, which traps the focus and hides what is outside it from screen readers. */
const options: Partial<ComboboxProps> = {
  withinPortal: false,
  // Nothing that scrolls cuts off what is fixed to the window.
  floatingStrategy: 'fixed',
  zIndex: 1001, // above the header of a dialog, which has 1000
  shadow: 'md',
  middlewares: { flip: { padding: 8 } },
}

/**
 * The scale, which e2e/scale.spec.ts checks. Controls: xs 36 (smaller text; in rows), sm 36 (lists; the default), md 40 (dialogs), lg 44
 * (sign-in); all are 44 on a phone (controls.css). Text: xs 12, sm 13, md 14, lg 15, xl 18, titles 24, figures 20 to 28. Weights: 400, 500,
 * 600. Corners: 4, 6, 8, 12, or round. Gaps: 4, 8, 12, 16, 20, 24. Rows of tables: 48, or 60 with a second line (tokens.css).
 */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 6 },
  colors: {
    accent: ['#eff4fb', '#dde7f6', '#b9cbea', '#8fade0', '#6b91d5', '#4c78c4', '#345fa9', '#254c8d', '#183b73', '#102a54'],
    gray: ['#f8f9fb', '#eef0f4', '#e6e8ec', '#d5d9e0', '#c5cbd4', '#a9b1bd', '#8b94a2', '#5a6372', '#343c49', '#161c26'],
    dark: ['#e8ecf2', '#c9d0db', '#a0aaba', '#a0aaba', '#3a4556', '#262f3c', '#1c2430', '#171d26', '#131921', '#0f141b'],
    red: ['#fdecea', '#fad5d1', '#f3aaa3', '#ec8177', '#e15f53', '#d44a3d', '#c23d31', '#b3352a', '#a62b1f', '#861f15'],
  },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '600' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '26px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '999px' },
  shadows: { xs: 'var(--lift)', sm: 'var(--lift)', md: 'var(--float)', lg: 'var(--float)', xl: 'var(--dialog)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The list itself scrolls (elements.css): a scroll area around it would need a focus of its own.
    Select: { defaultProps: { withScrollArea: false } },
    MultiSelect: { defaultProps: { withScrollArea: false } },
    Autocomplete: { defaultProps: { withScrollArea: false } },
    Combobox: { defaultProps: options },
    ActionIcon: {
      vars: (_: unknown, { variant }: ActionIconProps) => ({
        root: variant === 'subtle' ? { '--ai-color': 'var(--grey)', '--ai-hover': 'var(--soft)' } : {},
      }),
    },
    Popover: { defaultProps: { transitionProps: { duration: 150, transition: 'fade' } } },
    // Mantine's focus placeholder is not a valid child of a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, transitionProps: { duration: 150, transition: 'fade' } } },
    Tooltip: { defaultProps: { transitionProps: { duration: 150, transition: 'fade' } } },
    // A transform would cut off the options of a field at the edge of the dialog.
    ModalRoot: { defaultProps: { transitionProps: { duration: 150, transition: 'fade' } } },
  },
})
