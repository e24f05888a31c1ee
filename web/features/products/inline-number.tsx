import { TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Product, ProductInput } from '../../../contract/products.ts'
import { parseDecimal, parsePrice } from '../../../contract/shared/decimal.ts'
import { getConflictingRow } from '../../lib/api/edit-conflict.ts'
import { getSaveErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { formatQuantity, formatRand } from '../../lib/format/money.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import classes from './inline-number.module.css'
import { toFields } from './product-form.ts'
import { useSaveProduct } from './product-mutations.ts'

type Field = 'price' | 'stock'

const KINDS = {
  price: { label: 'Price', parse: parsePrice, schema: ProductInput.shape.price, format: formatRand },
  stock: { label: 'Stock', parse: parseDecimal, schema: ProductInput.shape.stock, format: formatQuantity },
}

/** The price or the stock of a product as a field of the list. Enter and leaving the field save it, Escape restores it. */
export function InlineNumber({ product, field }: { product: Product; field: Field }) {
  const { draft, problem, isSaved, type, save, cancel } = useInlineNumber(product, field)
  const input = useRef<HTMLInputElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
    if (event.key !== 'Enter' || !save()) return
    const fields = [...document.querySelectorAll<HTMLInputElement>(`[data-inline=${field}]`)]
    const next = input.current && fields[fields.indexOf(input.current) + 1]
    next?.focus()
  }

  return (
    <TextInput
      ref={input}
      className={classes.field}
      size="xs"
      aria-label={`${KINDS[field].label} of ${product.productname}`}
      data-inline={field}
      inputMode="decimal"
      autoComplete="off"
      value={draft ?? toFields(product)[field]}
      error={problem}
      leftSection={isSaved && <IconCheck className={classes.saved} size={16} aria-hidden />}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => problem === null && save()} // a refused value is saved by Enter only
      onKeyDown={onKeyDown}
    />
  )
}

function useInlineNumber(product: Product, field: Field) {
  const { parse, schema, format } = KINDS[field]
  const { mutateAsync } = useSaveProduct()
  const isSaving = useRef(false)
  const [draft, setDraft] = useState<string | null>(null)
  /** The product when typing began: a sale since then still counts. */
  const [opened, setOpened] = useState(product)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)

  const type = (text: string) => {
    if (draft === null) setOpened(product)
    setDraft(text)
    setProblem(null)
    setSaved(false)
  }

  const cancel = () => {
    setDraft(null)
    setProblem(null)
  }

  const saveOver = async (row: Product, value: number, canRetry: boolean): Promise<void> => {
    try {
      await mutateAsync({ input: { ...toInput(row), [field]: value }, opened: row })
    } catch (error) {
      const current = getConflictingRow(Product, error)
      if (!current) throw error
      setOpened(current)
      // Something else of the product was changed: both changes are kept.
      if (current[field] === row[field] && canRetry) return saveOver(current, value, false)
      throw new Conflict(`Someone else changed it to ${format(current[field])}. Enter saves yours, Escape keeps theirs.`)
    }
  }

  const saveValue = async (value: number) => {
    isSaving.current = true
    setProblem(null)
    try {
      await saveOver(opened, value, true)
      setDraft(null)
      setSaved(true)
      showToast('Saved')
    } catch (error) {
      console.error(error)
      setProblem(error instanceof Conflict ? error.message : getSaveErrorMessage(error, SOMETHING_WRONG))
    }
    isSaving.current = false
  }

  /** Starts to save what was typed. False when it is not valid. */
  const save = () => {
    if (draft === null || isSaving.current) return true
    const checked = schema.safeParse(parse(draft))
    if (!checked.success) {
      setProblem(checked.error.issues[0]?.message ?? SOMETHING_WRONG)
      return false
    }
    if (checked.data === opened[field]) cancel()
    else void saveValue(checked.data)
    return true
  }

  return { draft, problem, isSaved, type, save, cancel }
}

class Conflict extends Error {}

const toInput = ({ sitename: _, version: __, picture: ___, productid: ____, ...input }: Product): ProductInput => input
