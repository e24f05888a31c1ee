import encodeQR from 'qr'
import classes from './qr-code.module.css'

const BORDER = 2

/** A QR code, drawn here: its text is a secret. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: BORDER })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className={classes.code} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}
