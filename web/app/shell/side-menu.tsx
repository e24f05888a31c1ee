import { Box } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { findScreen, SCREENS, useMayOpen } from '../screens.ts'
import classes from './shell.module.css'

const MENU = { flexDirection: 'column', overflowY: 'auto' } as const

type Props = {
  business: string | undefined
  /** The entries of the screens with a range lead to this one. */
  range: FiguresSearch
  close?: ReactNode
  onChoose?: () => void
}

export function SideMenu({ business, range, close, onChoose }: Props) {
  const mayOpen = useMayOpen()
  const marked = useLocation({ select: ({ pathname }) => findScreen(pathname)?.menu })
  return (
    <Box display="flex" h="100%" style={MENU}>
      <Box className="row between" flex="none" h="var(--top-bar)" p="0 8px 0 20px">
        <Brand />
        {close}
      </Box>
      <nav className={classes.nav} aria-label="Main">
        {SCREENS.map(
          ({ to, name, menu: Icon, hasRange }) =>
            typeof Icon !== 'string' &&
            mayOpen(to) && (
              <Link
                key={to}
                className="marked-option"
                to={to}
                search={hasRange ? range : {}}
                activeOptions={{ includeSearch: false }}
                // The router marks the entry of the screen itself with 'page'.
                aria-current={to === marked || undefined}
                onClick={onChoose}
              >
                <Icon size={20} stroke={1.75} aria-hidden />
                {name}
              </Link>
            ),
        )}
      </nav>
      {business && (
        <div className={`row gap-12 line-above medium ${classes.business}`}>
          <Box component="span" className="disc" w={32} h={32} bdrs="md" bg="var(--tint)" c="var(--accent)">
            <IconBuildingStore size={20} stroke={1.75} aria-hidden />
          </Box>
          <span className="ellipsis">{business}</span>
          {/* Covers the name. A link named for the business could have the name of a menu entry. */}
          <Link to="/account" aria-label="Settings" title={business} preload={false} onClick={onChoose} />
        </div>
      )}
    </Box>
  )
}

function Brand() {
  return (
    <Box component="span" className="row gap-12" fz="xl" fw={650} lts="-0.015em">
      <img src="/favicon.svg" alt="" width={28} height={28} />
      Winkel
    </Box>
  )
}
