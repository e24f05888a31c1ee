import { IconPackage } from '@tabler/icons-react'
import { useState } from 'react'
import type { Product } from '../../../contract/products.ts'
import { getPictureUrl } from './picture.ts'
import classes from './thumbnail.module.css'

/** The picture of a product, or an icon in its place. */
export function Thumbnail({ productid, picture }: Pick<Product, 'productid' | 'picture'>) {
  const [broken, setBroken] = useState<string | null>(null)
  if (!picture || picture === broken)
    return (
      <span className={classes.thumbnail}>
        <IconPackage size={20} stroke={1.5} aria-hidden />
      </span>
    )
  return (
    <img
      className={classes.thumbnail}
      src={getPictureUrl({ productid, picture, size: 'thumb' })}
      alt=""
      width={40}
      height={40}
      decoding="async"
      onError={() => setBroken(picture)}
    />
  )
}
