import { createFileRoute } from '@tanstack/react-router'
import { ProductsPage } from '../../products/products-page.tsx'

export const Route = createFileRoute('/_signed-in/products')({
  staticData: { title: 'Products' },
  component: ProductsPage,
})
