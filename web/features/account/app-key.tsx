import { CopyBlock } from '../../ui/display/copy-block.tsx'
import { QrCode } from './qr-code.tsx'
import classes from './two-step-dialog.module.css'

/** 'JBSW Y3DP EHPK' is easier to type than 'JBSWY3DPEHPK', and the apps ignore the spaces. */
const group = (key: string) => key.replace(/.{4}(?=.)/g, '$& ')

/** The key for an authenticator app: as a QR code, as a link for an app on the same device, and as text. */
export function AppKey({ uri }: { uri: string }) {
  const key = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <div className={classes.app}>
      <p>
        Scan this code with an authenticator app, such as Google Authenticator or 1Password. On this device,{' '}
        <a href={uri}>open the app</a>.
      </p>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <CopyBlock label="Key for the app" text={group(key)} copy="Copy key" />
    </div>
  )
}
