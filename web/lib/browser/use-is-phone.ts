import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as that of a phone, as in the style sheets. */
export const useIsPhone = () => useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
