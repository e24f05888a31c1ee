import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { findScreen, toLink, useAllowed } from '../screens.ts'
import classes from './shell.module.css'

const EXACT = { exact: true }

/** The screens of the section that is open. A list and no landmark: the menu is the navigation. */
export function SectionTabs({ range }: { range: FiguresSearch }) {
  const pathname = useLocation({ select: ({ pathname }) => pathname })
  const findAllowed = useAllowed()
  const { section, screen } = findScreen(pathname)
  const tabs = section ? findAllowed(section) : []
  const list = useRef<HTMLUListElement>(null)
  // The strip of a phone scrolls: the open tab is in sight.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-screen="${screen?.to}"]`)
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - 48 })
  }, [screen])
  if (tabs.length < 2) return null
  return (
    <ul ref={list} className={`row screen-only ${classes.tabs}`} aria-label="Screens">
      {tabs.map((tab) => {
        const name = tab.tab ?? tab.name
        return (
          <li key={tab.to} data-screen={tab.to}>
            {tab.to === pathname ? (
              <span aria-current="page">{name}</span>
            ) : (
              <Link {...toLink(tab, range)} activeOptions={EXACT} aria-current={tab === screen ? 'true' : undefined}>
                {name}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
