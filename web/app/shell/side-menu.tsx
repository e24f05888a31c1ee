import { Box } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { findScreen, SECTIONS, SETTINGS, type Section, toLink, useAllowed } from '../screens.ts'
import classes from './shell.module.css'

const MENU = { flexDirection: 'column', overflowY: 'auto' } as const

type EntryProps = {
  /** What the links carry to the screens with a range. */
  range: FiguresSearch
  onChoose?: (() => void) | undefined
}
type Props = EntryProps & {
  business: string | undefined
  /** On a phone, where the strip of tabs is out of sight while the menu is open. */
  hasTabs?: boolean
  close?: ReactNode
}

export function SideMenu({ business, hasTabs = false, close, ...entry }: Props) {
  return (
    <Box display="flex" h="100%" style={MENU}>
      <Box className="row between" flex="none" h="var(--top-bar)" p="0 8px 0 20px">
        <Brand />
        {close}
      </Box>
      <nav className={classes.nav} aria-label="Main">
        {SECTIONS.map((section) => (
          <Entry key={section.screens[0].to} section={section} hasTabs={hasTabs} {...entry} />
        ))}
      </nav>
      <Box className={`${classes.nav} line-above`} mt="auto" pb="calc(12px + env(safe-area-inset-bottom))">
        {business && (
          <Box component="p" className="ellipsis medium" px={12} py={4} title={business}>
            {business}
          </Box>
        )}
        <Entry section={SETTINGS} {...entry} />
      </Box>
    </Box>
  )
}

/** A section of the menu, and its tabs indented. */
function Entry({ section, hasTabs, range, onChoose }: EntryProps & { section: Section; hasTabs?: boolean }) {
  const shown = useLocation({ select: ({ pathname }) => findScreen(pathname) })
  const [first, ...tabs] = useAllowed()(section)
  if (!first) return null
  // With its tabs, an entry is that of its first tab only.
  const isMarked = hasTabs ? shown.screen === first : shown.section === section
  return (
    <>
      <Link
        {...toLink(first, range)}
        {...LINK}
        preload={section !== SETTINGS && 'intent'}
        aria-current={isMarked || undefined}
        onClick={onChoose}
      >
        <section.icon size={20} stroke={1.75} aria-hidden />
        {section.screens[0].name}
      </Link>
      {hasTabs &&
        tabs.map((tab) => (
          <Link
            key={tab.to}
            {...toLink(tab, range)}
            {...LINK}
            data-indented
            aria-current={shown.screen === tab || undefined}
            onClick={onChoose}
          >
            {tab.name}
          </Link>
        ))}
    </>
  )
}

// The router marks the link of the screen itself with 'page'.
const LINK = { className: 'marked-option', activeOptions: { includeSearch: false, exact: true } }

const Brand = () => (
  <Box component="span" className="row gap-12" fz="xl" fw={600} lts="-0.015em">
    <img src="/favicon.svg" alt="" width={28} height={28} />
    Winkel
  </Box>
)
