import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { FURTHER_BARCODES_MAX } from '../../../contract/shared/further-barcodes.ts'
import { canScanBarcodes } from '../../lib/browser/can-scan-barcodes.ts'
import { ScanButton } from '../../ui/scan/scan-button.tsx'
import classes from './product-form.module.css'
import type { ProductFields } from './product-form.ts'

type Form = Pick<
  UseFormReturnType<ProductFields>,
  'getInputProps' | 'getInputNode' | 'values' | 'setFieldValue' | 'insertListItem' | 'removeListItem'
>

/** Other barcodes of the product, each with the units of one scan. */
export function FurtherBarcodes({ form }: { form: Form }) {
  const rows = form.values.further_barcodes
  const path = (index: number, name: 'barcode' | 'units') => `further_barcodes.${index}.${name}`
  /** A scanner sends Enter after the barcode: the focus moves on, the form is not saved. */
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const units = form.getInputNode(path(index, 'units'))
    units?.focus()
    if (units instanceof HTMLInputElement) units.select()
  }
  return (
    <fieldset data-wide className={classes.codes}>
      <legend className="medium">Further barcodes</legend>
      <p className="small grey">Other barcodes of this product, such as a carton’s. Scanning a carton of 24 counts 24.</p>
      {rows.map((_, index) => (
        <div key={index} className={classes.code}>
          <TextInput
            size="md"
            label={`Further barcode ${index + 1}`}
            autoComplete="off"
            // Of a row that was added just now.
            autoFocus={rows[index]?.barcode === ''}
            onKeyDown={onKeyDown(index)}
            rightSection={
              canScanBarcodes() && <ScanButton onScan={(barcode) => form.setFieldValue(path(index, 'barcode'), barcode)} />
            }
            {...form.getInputProps(path(index, 'barcode'))}
          />
          <TextInput
            size="md"
            label="Units per scan"
            aria-label={`Units per scan of further barcode ${index + 1}`}
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps(path(index, 'units'))}
          />
          <ActionIcon
            variant="subtle"
            size={42}
            aria-label={`Remove further barcode ${index + 1}`}
            onClick={() => form.removeListItem('further_barcodes', index)}
          >
            <IconTrash size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {rows.length < FURTHER_BARCODES_MAX && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => form.insertListItem('further_barcodes', { barcode: '', units: '1' })}
        >
          Add another code
        </Button>
      )}
    </fieldset>
  )
}
