import { Checkbox, Kbd } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Kbd.layer.css'
import { useState } from 'react'
import { hasShortcuts, saveShortcuts } from '../../lib/browser/shortcuts-setting.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { SCREENS } from '../screens.ts'
import { MOD_KEY } from './mod-key.ts'

const SHORTCUTS: [keys: string[], text: string][] = [
  [['/'], 'Search this screen'],
  [['?'], 'Show these shortcuts'],
  ...SCREENS.flatMap(({ name, key }): [string[], string][] => (key ? [[['g', key], `Go to ${name}`]] : [])),
]

/** The keys, and the switch that turns off those without a modifier. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(hasShortcuts)
  const turn = (on: boolean) => {
    saveShortcuts(on)
    setOn(on)
  }
  return (
    <Dialog title="Keyboard shortcuts" subtitle="Press one key, or two one after the other" width={440} onClose={onClose}>
      <div className="stack">
        <Checkbox
          // Below the first letter of the label.
          styles={{ description: { paddingInlineStart: 12 } }}
          label="Shortcuts of single keys"
          description="Turn them off if you press keys by accident, or speak to your computer."
          checked={isOn}
          onChange={({ currentTarget }) => turn(currentTarget.checked)}
        />
        <dl className="ruled">
          <Shortcut keys={[MOD_KEY, 'K']} text="Find anything" />
          {isOn && SHORTCUTS.map(([keys, text]) => <Shortcut key={text} keys={keys} text={text} />)}
        </dl>
      </div>
    </Dialog>
  )
}

const Shortcut = ({ keys, text }: { keys: string[]; text: string }) => (
  <div className="list-row row between">
    <dt>{text}</dt>
    <dd className="row gap-4 keep-size">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </dd>
  </div>
)
