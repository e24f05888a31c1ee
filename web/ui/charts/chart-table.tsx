import { VisuallyHidden } from '@mantine/core'

type Props = {
  caption: string
  columns: string[]
  /** The first cell is the name of the row. */
  rows: string[][]
}

/** The data of a chart for screen readers. */
export const ChartTable = ({ caption, columns, rows }: Props) => (
  <VisuallyHidden>
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              <td key={index}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </VisuallyHidden>
)
