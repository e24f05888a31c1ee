import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { useInvalidateProducts } from './product-mutations.ts'

export const useAddToSite = () => useSave(client.products.addToSite, useInvalidateProducts())
export const useSeparateProduct = () => useSave(client.products.separate, useInvalidateProducts())
export const useJoinProducts = () => useSave(client.products.join, useInvalidateProducts())
export const useKeepApart = () => useSave(client.products.keepApart, useInvalidateProducts())
