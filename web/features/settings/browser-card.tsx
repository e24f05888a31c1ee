import { useMantineColorScheme } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { hasShortcuts } from '../../lib/browser/shortcuts-setting.ts'
import { Card } from '../../ui/layout/card.tsx'
import { ChangeButton } from './change-button.tsx'
import { SettingRow } from './setting-row.tsx'

const THEMES = { auto: 'Same as device', light: 'Light', dark: 'Dark' } as const
const BELOW_LABEL = { width: 'fit-content', marginTop: 4 }
const listThemes = () => Object.keys(THEMES) as (keyof typeof THEMES)[]

type Props = { shortcutsDialog: ComponentType<{ onClose: () => void }> }

/** What this browser keeps for itself. */
export function BrowserCard({ shortcutsDialog: ShortcutsDialog }: Props) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="This browser" flush>
      <SettingRow
        label="Theme"
        value={
          <fieldset className="segments" aria-label="Theme" style={BELOW_LABEL}>
            {listThemes().map((theme) => (
              <button key={theme} type="button" aria-pressed={theme === colorScheme} onClick={() => setColorScheme(theme)}>
                {THEMES[theme]}
              </button>
            ))}
          </fieldset>
        }
      />
      <SettingRow
        label="Keyboard shortcuts"
        value={hasShortcuts() ? 'On' : 'Off'}
        action={
          <ChangeButton label="Show keyboard shortcuts" onClick={() => setOpen(true)}>
            Show
          </ChangeButton>
        }
      />
      {isOpen && <ShortcutsDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}
