import { Product, ProductInput } from '../../../contract/products.ts'
import { parseDecimal, parsePrice } from '../../../contract/shared/decimal.ts'
import { getConflictingRow } from '../../lib/api/edit-conflict.ts'
import { getSaveErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { formatPrice, formatQuantity } from '../../lib/format/money.ts'
import { showFailure } from '../../ui/feedback/toast.tsx'
import { toFields } from './product-form.ts'

export type InlineField = 'price' | 'stock'

export const KINDS = {
  price: { label: 'Price', parse: parsePrice, schema: ProductInput.shape.price, format: formatPrice },
  stock: { label: 'Stock', parse: parseDecimal, schema: ProductInput.shape.stock, format: formatQuantity },
}

/** A price or a stock that was typed in the list and is not saved. */
export type InlineEdit = {
  field: InlineField
  /** When typing began, or as it was saved or read since: a sale since then still counts. */
  product: Product
  text: string
  problem: string | null
  /** The save failed, so the same text can be saved later. */
  isFailed: boolean
  isSaving: boolean
  /** Text that was typed during a save is saved after it. */
  isWanted: boolean
}

/** The value before a save, and the row after it. */
type Saved = { before: number; row: Product }

type SaveProduct = (save: { input: ProductInput; opened: Product }) => Promise<Omit<Product, 'sitename'>>
type Place = { product: Product; field: InlineField }

export type InlineEdits = ReturnType<typeof createInlineEdits>

const getKey = ({ product, field }: Place) => `${field} ${product.productid}`

class Conflict extends Error {}

/** The edits of a list of products. They outlive their fields, which are gone on another page of the list. */
export function createInlineEdits(saveProduct: SaveProduct) {
  let edits: ReadonlyMap<string, InlineEdit> = new Map()
  let saved: ReadonlyMap<string, Saved> = new Map()
  const listeners = new Set<() => void>()

  const write = (key: string, edit: InlineEdit | null) => {
    const next = new Map(edits)
    if (edit) next.set(key, edit)
    else next.delete(key)
    edits = next
    for (const listener of listeners) listener()
  }
  const markSaved = (key: string, now: Saved | null) => {
    const next = new Map(saved)
    if (now) next.set(key, now)
    else next.delete(key)
    saved = next
  }
  const change = (key: string, values: Partial<InlineEdit>) => {
    const edit = edits.get(key)
    if (edit) write(key, { ...edit, ...values })
  }

  const type = (place: Place, text: string) => {
    const key = getKey(place)
    markSaved(key, null)
    const edit = edits.get(key) ?? { ...place, isSaving: false }
    write(key, { ...edit, text, problem: null, isFailed: false, isWanted: false })
  }

  /** Saves over the row, and once more if something else of it was changed: both changes are kept. */
  const saveOver = async (row: Product, field: InlineField, value: number, canRetry = true): Promise<Product> => {
    try {
      return { ...row, ...(await saveProduct({ input: { ...toInput(row), [field]: value }, opened: row })) }
    } catch (error) {
      const current = getConflictingRow(Product, error)
      if (!current) throw error
      if (current[field] === row[field] && canRetry) return saveOver(current, field, value, false)
      const theirs = KINDS[field].format(current[field])
      throw new Conflict(`Someone else changed it to ${theirs}. Press Enter to save yours, Escape to keep theirs.`, {
        cause: current,
      })
    }
  }

  const start = async (key: string, { product, field, text }: InlineEdit, value: number) => {
    change(key, { isSaving: true, problem: null, isFailed: false, isWanted: false })
    const outcome = await saveOver(product, field, value).then(
      (row) => ({ row }),
      (error: unknown) => ({ error }),
    )
    if ('error' in outcome) console.error(outcome.error)
    const now = edits.get(key)
    if (!now) return
    const isSame = now.text === text
    if ('row' in outcome) {
      markSaved(key, isSame ? { before: product[field], row: outcome.row } : null)
      write(key, isSame ? null : { ...now, product: outcome.row, isSaving: false })
    } else if (isSame) {
      const { error } = outcome
      const current = error instanceof Conflict ? (error.cause as Product) : now.product
      const problem = error instanceof Conflict ? error.message : getSaveErrorMessage(error, SOMETHING_WRONG)
      write(key, { ...now, product: current, problem, isSaving: false, isFailed: !(error instanceof Conflict) })
      if (listeners.size === 0) showFailure(`Not saved: ${describeEdit(now)}`)
    } else change(key, { isSaving: false })
    if (!isSame && now.isWanted) save(key)
  }

  /** Starts to save what was typed. False when it is not valid. */
  const save = (key: string) => {
    const edit = edits.get(key)
    if (!edit) return true
    if (edit.isSaving) {
      change(key, { isWanted: true })
      return true
    }
    const { parse, schema } = KINDS[edit.field]
    const checked = schema.safeParse(parse(edit.text))
    if (!checked.success) {
      change(key, { problem: checked.error.issues[0]?.message ?? SOMETHING_WRONG })
      return false
    }
    if (checked.data === edit.product[edit.field]) write(key, null)
    else void start(key, edit, checked.data)
    return true
  }

  /** Saves the value from before the last save. A change of somebody else since then is not overwritten. */
  const undo = (place: Place) => {
    const key = getKey(place)
    const last = saved.get(key)
    if (!last) return
    markSaved(key, null)
    const { field } = place
    const text = toFields({ ...last.row, [field]: last.before })[field]
    write(key, { field, product: last.row, text, problem: null, isFailed: false, isSaving: false, isWanted: false })
    save(key)
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  /** Saves everything, and returns whether nothing is left. */
  const saveAll = async () => {
    for (const key of edits.keys()) save(key)
    await new Promise<void>((resolve) => {
      const stop = subscribe(check)
      function check() {
        if ([...edits.values()].some(({ isSaving }) => isSaving)) return
        stop()
        resolve()
      }
      check()
    })
    return edits.size === 0
  }

  return {
    subscribe,
    getAll: () => edits,
    get: (place: Place) => edits.get(getKey(place)),
    isSaved: (place: Place) => saved.has(getKey(place)),
    undo,
    type,
    save: (place: Place) => save(getKey(place)),
    /** A save that runs is not stopped. */
    cancel: (place: Place) => write(getKey(place), null),
    saveAll,
  }
}

/** 'Price of Milk: 26,49'. */
export const describeEdit = ({ product, field, text }: Pick<InlineEdit, 'product' | 'field' | 'text'>) =>
  `${KINDS[field].label} of ${product.productname}: ${text}`

const toInput = ({ sitename: _, version: __, picture: ___, productid: ____, ...input }: Product): ProductInput => input
