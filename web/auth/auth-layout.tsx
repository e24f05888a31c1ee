import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './auth-layout.module.css'

const BARS = [38, 46, 42, 58, 74, 92, 52, 60, 68]
const STRIPES = BARS.length
const LINES = ['46%', '34%', '40%']

const BRAND = { fz: 20, fw: 600, lts: '-0.015em' }

/** The sign-in screen: a picture of a shop at the left, the form at the right. A phone shows only the form. */
export function AuthLayout({ wide, children }: { wide: boolean; children: ReactNode }) {
  return (
    <div className={classes.layout}>
      <Box component="section" className={classes.panel} visibleFrom="sm" aria-label="Winkel">
        <Box className="row gap-12" {...BRAND}>
          <img src="/favicon.svg" alt="" width={36} height={36} />
          Winkel
        </Box>
        <Box my="auto" pb={40} style={{ isolation: 'isolate' }}>
          <Box component="p" fz={28} lh="36px" fw={600} lts="-0.02em" style={{ textWrap: 'balance' }}>
            Know how every shop is trading, before your first coffee.
          </Box>
          <ShopPicture />
        </Box>
      </Box>
      <main className={classes.form} data-wide={wide || undefined}>
        <div className={classes.column}>
          <Box className="row" {...BRAND} mb="md" hiddenFrom="sm">
            <img src="/favicon.svg" alt="" width={28} height={28} />
            Winkel
          </Box>
          {children}
        </div>
      </main>
    </div>
  )
}

const FAINT = 'rgb(255 255 255 / 0.2)'

/** Below the awning. */
const WINDOW = { zIndex: -1, background: 'rgb(255 255 255 / 0.05)' }

function ShopPicture() {
  return (
    <Box mt={48} aria-hidden>
      <Box display="flex" h={56}>
        {Array.from({ length: STRIPES }, (_, stripe) => (
          <Box
            key={stripe}
            flex={1}
            bg={stripe % 2 === 0 ? '#6683b1' : '#385a90'}
            bdrs={`${stripe === 0 ? 6 : 0}px ${stripe === STRIPES - 1 ? 6 : 0}px 28px 28px`}
          />
        ))}
      </Box>
      <Box pos="relative" m="-28px 14px 0" p="60px 32px 32px" bd={`1px solid ${FAINT}`} bdrs="0 0 12px 12px" style={WINDOW}>
        <Box
          display="flex"
          h={112}
          style={{ alignItems: 'flex-end', gap: 12, borderBottom: '1px solid rgb(255 255 255 / 0.22)' }}
        >
          {BARS.map((height) => (
            <Box
              key={height}
              flex={1}
              h={`${height}%`}
              bg={height === Math.max(...BARS) ? 'rgb(255 255 255 / 0.9)' : FAINT}
              bdrs="4px 4px 0 0"
            />
          ))}
        </Box>
        <Box className="stack gap-12" mt={20}>
          {LINES.map((width) => (
            <Box key={width} display="flex" style={{ justifyContent: 'space-between' }}>
              <Box w={width} h={8} bdrs={4} bg={FAINT} />
              <Box w="16%" h={8} bdrs={4} bg={FAINT} />
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  )
}
