import { Box } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import type { Product } from '../../../contract/products.ts'
import { getPictureUrl } from './picture.ts'

/** The picture of a product, or an icon in its place. */
export function Thumbnail({ productid, picture }: Pick<Product, 'productid' | 'picture'>) {
  const [broken, setBroken] = useState<string | null>(null)
  if (!picture || picture === broken)
    return (
      <Box component="span" className="disc" w={40} h={40} bdrs="md" bg="var(--soft)" c="var(--faint)">
        <IconPackage size={20} stroke={1.5} aria-hidden />
      </Box>
    )
  return (
    <Box
      component="img"
      display="block"
      flex="none"
      bdrs="md"
      bg="var(--soft)"
      style={{ objectFit: 'cover', outline: '1px solid color-mix(in srgb, var(--text) 10%, transparent)', outlineOffset: -1 }}
      src={getPictureUrl({ productid, picture, size: 'thumb' })}
      alt=""
      width={40}
      height={40}
      decoding="async"
      onError={() => setBroken(picture)}
    />
  )
}
