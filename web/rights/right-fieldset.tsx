import { Checkbox, Radio } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import type { SiteOption } from '../../contract/sites.ts'
import type { RightChoice, RightFields } from './right-fields.ts'

type Props = {
  label: string
  /** The props of a field. */
  field: (name: keyof RightFields, options?: { type: 'checkbox' }) => object
  values: RightFields
  choices: RightChoice[]
  sites: SiteOption[]
}

/** The fields of a right, of a person or of a key. */
export const RightFieldset = ({ label, field, values: { name }, choices, sites }: Props) => (
  <>
    <Radio.Group label={label} data-wide {...field('name')}>
      <div className="stack gap-12" style={{ paddingTop: 8 }}>
        {choices.map(({ value, label, description }) => (
          <Radio
            key={value}
            styles={{ description: { paddingInlineStart: 12 } }} // below the first letter of the label
            {...{ value, label, description }}
          />
        ))}
      </div>
    </Radio.Group>
    {(name === 'manager' || name === 'stock') && (
      <Checkbox.Group label="Sites" data-wide {...field('siteids')}>
        <div className="stack gap-12" style={{ paddingTop: 8 }}>
          {sites.map((site) => (
            <Checkbox key={site.siteid} value={String(site.siteid)} label={site.sitename} />
          ))}
        </div>
      </Checkbox.Group>
    )}
    {name === 'manager' && (
      <Checkbox data-wide label="Sees purchase prices, costs and profit" {...field('sees_costs', { type: 'checkbox' })} />
    )}
  </>
)
