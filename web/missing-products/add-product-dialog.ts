import { type ComponentType, createContext } from 'react'

type Props = {
  /** Of the product that is added. */
  barcode: string
  filteredSite: number
  onSaved: (productid: number) => void
  onClose: () => void
}

/** The dialog that adds a product. It belongs to the products, so the app gives it to the screens that scan. */
export const AddProductDialog = createContext<ComponentType<Props> | null>(null)
