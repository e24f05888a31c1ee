import { Checkbox, Radio } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import type { GetInputPropsReturnType } from '@mantine/form'
import type { Right } from '../../contract/rights.ts'
import type { SiteOption } from '../../contract/sites.ts'

type Field = 'name' | 'siteids' | 'sees_costs'

type Props = {
  label: string
  choices: readonly { value: Right | 'none'; label: string; description: string }[]
  /** The right that is chosen now. */
  name: Right | 'none'
  sites: SiteOption[]
  getInputProps: (field: Field, options?: { type: 'checkbox' }) => GetInputPropsReturnType
}

/** The fields of a right, of a person or of a key. A group of checkboxes gives texts. */
export const RightFields = ({ label, choices, name, sites, getInputProps }: Props) => (
  <>
    <Radio.Group label={label} data-wide {...getInputProps('name')}>
      <div className="stack gap-12" style={{ paddingTop: 8 }}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            styles={{ description: { paddingInlineStart: 12 } }} // below the first letter of the label
            {...choice}
          />
        ))}
      </div>
    </Radio.Group>
    {(name === 'manager' || name === 'stock') && (
      <Checkbox.Group label="Sites" data-wide {...getInputProps('siteids')}>
        <div className="stack gap-12" style={{ paddingTop: 8 }}>
          {sites.map((site) => (
            <Checkbox key={site.siteid} value={String(site.siteid)} label={site.sitename} />
          ))}
        </div>
      </Checkbox.Group>
    )}
    {name === 'manager' && (
      <Checkbox data-wide label="Sees purchase prices, costs and profit" {...getInputProps('sees_costs', { type: 'checkbox' })} />
    )}
  </>
)
