import { Box } from '@mantine/core'
import encodeQR from 'qr'
import { CopyBlock } from '../../ui/display/copy-block.tsx'

/** 'JBSW Y3DP EHPK' is easier to type than 'JBSWY3DPEHPK', and the apps ignore the spaces. */
const group = (key: string) => key.replace(/.{4}(?=.)/g, '$& ')

/** The key for an authenticator app: as a QR code, as a link for an app on the same device, and as text. */
export function AppKey({ uri }: { uri: string }) {
  const key = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <div className="stack gap-12">
      <Box component="p" ta="center">
        Scan this code with an authenticator app, such as Google Authenticator or 1Password. On this device,{' '}
        <a href={uri}>open the app</a>.
      </Box>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <CopyBlock label="Key for the app" text={group(key)} copy="Copy key" />
    </div>
  )
}

const BORDER = 2

/** A QR code, drawn here: its text is a secret. Black on white in both colour schemes: many apps do not read an inverted code. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: BORDER })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <Box
      component="svg"
      w={200}
      h={200}
      mx="auto"
      bd="1px solid var(--line)"
      bdrs="md"
      bg="#fff"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </Box>
  )
}
