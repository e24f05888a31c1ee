import { Box, Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatCount, pluralize } from '../../lib/format/money.ts'
import { ScrollBox } from '../layout/scroll-box.tsx'
import classes from './lines-table.module.css'

const PER_PAGE = 50

type Props<Line> = {
  titleId: string
  /** Titles of the second and third column; the first is the line. */
  titles: readonly [string, string]
  lines: readonly Line[]
  subject: (line: Line) => string
  result: (line: Line) => ReactNode
  isRejected: (line: Line) => boolean
}

/** Lines of an uploaded file and what becomes of each, in pages. A new `key` begins at the first page. */
export function LinesTable<Line extends { line: number; sheet?: string | undefined; sitename?: string | undefined }>({
  titleId,
  titles,
  lines,
  subject,
  result,
  isRejected,
}: Props<Line>) {
  const [page, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(lines.length / PER_PAGE))
  return (
    <>
      <ScrollBox key={page} titleId={titleId}>
        <table className={`table lined ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col" style={{ width: '1%' }}>
                Line
              </th>
              <th scope="col" style={{ width: '40%' }}>
                {titles[0]}
              </th>
              <th scope="col">{titles[1]}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((line) => (
              <tr key={`${line.sheet} ${line.line} ${line.sitename}`}>
                <td className="grey digits nowrap">
                  {line.line}
                  {line.sheet && <div className="small">{line.sheet}</div>}
                </td>
                <td>{subject(line)}</td>
                <td style={{ color: isRejected(line) ? 'var(--red)' : undefined }}>{result(line)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {pages > 1 && (
        <div className="row wrap grey small digits">
          <Box component="span" mr="auto" role="status">
            Page {formatCount(page)} / {formatCount(pages)} • {pluralize(lines.length, 'line')}
          </Box>
          <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous lines
          </Button>
          <Button variant="default" size="xs" disabled={page === pages} onClick={() => setPage(page + 1)}>
            Next lines
          </Button>
        </div>
      )}
    </>
  )
}
