import { type KeyboardEvent, useRef } from 'react'
import classes from '../../auth/form-page.module.css'

const TABS = [
  { mode: 'login', name: 'Login' },
  { mode: 'signup', name: 'Sign up' },
] as const
export type TabMode = (typeof TABS)[number]['mode']

export const getTabId = (mode: TabMode) => `${mode}-tab`
export const PANEL_ID = 'authentication'

export function ModeTabs({ mode, onChange }: { mode: TabMode; onChange: (mode: TabMode) => void }) {
  const list = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = TABS.find((tab) => tab.mode !== mode)
    if (!other) return
    onChange(other.mode)
    list.current?.querySelector<HTMLElement>(`#${getTabId(other.mode)}`)?.focus()
  }

  return (
    <div className={`segments ${classes.tabs}`} role="tablist" aria-label="Login or sign up" ref={list} onKeyDown={onKeyDown}>
      {TABS.map((tab) => (
        <button
          key={tab.mode}
          id={getTabId(tab.mode)}
          type="button"
          role="tab"
          aria-selected={tab.mode === mode}
          aria-controls={PANEL_ID}
          tabIndex={tab.mode === mode ? 0 : -1}
          onClick={() => onChange(tab.mode)}
        >
          {tab.name}
        </button>
      ))}
    </div>
  )
}
