import { Skeleton } from '@mantine/core'
import { TOP_SHOWN } from '../../contract/constants.ts'

export function SkeletonRows({ columns, rows = TOP_SHOWN }: { columns: number; rows?: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row}>
      <td colSpan={columns}>
        <Skeleton height={12} width={`${88 - ((row * 13) % 40)}%`} />
      </td>
    </tr>
  ))
}
